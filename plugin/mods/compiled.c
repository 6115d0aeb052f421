/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Goes through the instructions of a compiled script.
 *
 * They push values on a stack and take them from it; Python 1.5's documentation tells them in the chapter on "dis", its
 * sources number them in Include/opcode.h. Branches are followed where their condition is known; loops and handlers of
 * errors are looked through. */
#include "mods/script.h"

#include <string.h>

#include "datagram/little-endian.h"

/* From STORE_NAME on a number of two bytes stands behind them. Variables are those of a function. */
enum { POP_TOP = 1, ROT_TWO, ROT_THREE, DUP_TOP, UNARY_NEGATIVE = 11, UNARY_NOT, BINARY_MULTIPLY = 20 };
enum { BINARY_SUBTRACT = 24, BINARY_SUBSCRIPT, STORE_SUBSCRIPT = 60, RETURN_VALUE = 83, EXEC = 85, STORE_NAME = 90 };
enum { DELETE_NAME = 91, UNPACK_TUPLE, UNPACK_LIST, STORE_ATTRIBUTE = 95, STORE_GLOBAL = 97, DELETE_GLOBAL };
enum { LOAD_CONSTANT = 100, LOAD_NAME, BUILD_TUPLE, BUILD_LIST, BUILD_MAP, LOAD_ATTRIBUTE, COMPARE, IMPORT_NAME };
enum { IMPORT_FROM = 108, JUMP_FORWARD = 110, JUMP_IF_FALSE, JUMP_IF_TRUE, JUMP_ABSOLUTE, LOAD_GLOBAL = 116 };
enum { SETUP_EXCEPT = 121, LOAD_VARIABLE = 124, STORE_VARIABLE, DELETE_VARIABLE, SET_LINE, RAISE = 130 };
enum { CALL_FUNCTION = 131, MAKE_FUNCTION };

typedef struct {
    bcnet_script_t     *script;
    const bcnet_code_t *code;
    GArray             *stack; /* bcnet_value_t */
    bool                ended;
    bcnet_value_t       returned;
} bcnet_machine_t;

static void follow(bcnet_machine_t *machine, unsigned at, unsigned end);

/* ---- the stack ---- */

static void end_with(bcnet_machine_t *machine, const char *reason)
{
    if (!machine->ended)
        bcnet_script_fail(machine->script, reason);
    machine->ended = true;
}

static void damaged(bcnet_machine_t *machine)
{
    end_with(machine, "this compiled script is damaged");
}

static void push(bcnet_machine_t *machine, bcnet_value_t value)
{
    g_array_append_val(machine->stack, value);
}

static bcnet_value_t pop(bcnet_machine_t *machine)
{
    bcnet_value_t top = UNKNOWN_VALUE;

    if (machine->stack->len > 0) {
        top = g_array_index(machine->stack, bcnet_value_t, machine->stack->len - 1);
        g_array_set_size(machine->stack, machine->stack->len - 1);
    } else {
        damaged(machine);
    }
    return top;
}

/* The topmost ones, in the order in which they were pushed. */
static bcnet_list_t *pop_list(bcnet_machine_t *machine, unsigned count)
{
    bcnet_list_t *list = BCNET_ARENA_NEW(machine->script->arena, bcnet_list_t);

    if (count > machine->stack->len) {
        damaged(machine);
        return list;
    }
    if (count == 0)
        return list;
    list->items =
        bcnet_arena_copy(machine->script->arena, &((bcnet_value_t *)machine->stack->data)[machine->stack->len - count],
                         count * sizeof(bcnet_value_t));
    list->count = list->room = count;
    g_array_set_size(machine->stack, machine->stack->len - count);
    return list;
}

static void rotate(bcnet_machine_t *machine, unsigned below)
{
    const bcnet_value_t top = pop(machine);

    if (machine->stack->len >= below)
        g_array_insert_val(machine->stack, machine->stack->len - below, top);
    else
        damaged(machine);
}

static void duplicate(bcnet_machine_t *machine)
{
    const bcnet_value_t top = pop(machine);

    push(machine, top);
    push(machine, top);
}

static void unpack(bcnet_machine_t *machine, unsigned count)
{
    const bcnet_value_t list = pop(machine);

    for (unsigned i = count; i > 0; i--)
        push(machine, bcnet_value_item(list, INTEGER_VALUE(i - 1)));
}

/* ---- instructions and names ---- */

static unsigned instruction_at(const bcnet_machine_t *machine, unsigned at)
{
    return at < machine->code->length ? machine->code->bytes[at] : 0;
}

static unsigned number_at(const bcnet_machine_t *machine, unsigned at)
{
    return at + 2 < machine->code->length ? bcnet_le16(&machine->code->bytes[at + 1]) : 0;
}

static unsigned after(const bcnet_machine_t *machine, unsigned at)
{
    return at + (instruction_at(machine, at) < STORE_NAME ? 1 : 3);
}

static bcnet_value_t item_of(bcnet_machine_t *machine, const bcnet_list_t *list, unsigned number)
{
    if (number < list->count)
        return list->items[number];
    damaged(machine);
    return TEXT_VALUE("");
}

static const char *name_at(bcnet_machine_t *machine, unsigned at)
{
    const unsigned instruction = instruction_at(machine, at);
    const bool     variable = instruction >= LOAD_VARIABLE && instruction <= DELETE_VARIABLE;

    return item_of(machine, variable ? &machine->code->variables : &machine->code->names, number_at(machine, at)).text;
}

static void store(bcnet_machine_t *machine, unsigned at)
{
    const unsigned instruction = instruction_at(machine, at);
    const bool deleted = instruction == DELETE_NAME || instruction == DELETE_GLOBAL || instruction == DELETE_VARIABLE;
    const bcnet_value_t value = deleted ? UNKNOWN_VALUE : pop(machine);

    if (instruction == STORE_GLOBAL || instruction == DELETE_GLOBAL)
        bcnet_script_bind_global(machine->script, name_at(machine, at));
    bcnet_script_bind(machine->script, name_at(machine, at), value);
}

/* import a.b, which stores the first name; or from a.b import c, d. The place of what follows it. */
static unsigned import(bcnet_machine_t *machine, unsigned at)
{
    const char   *path = name_at(machine, at);
    bcnet_value_t first;

    at += 3;
    if (instruction_at(machine, at) != IMPORT_FROM) {
        bcnet_script_import(machine->script, path, &first);
        push(machine, first);
        return at;
    }
    for (; instruction_at(machine, at) == IMPORT_FROM; at += 3)
        bcnet_script_import_from(machine->script, path, name_at(machine, at));
    return at + 1; /* without the removal of the module */
}

/* ---- functions ---- */

/* The low byte of the number counts arguments by position, the high byte those by name. */
static void call(bcnet_machine_t *machine, unsigned number)
{
    const unsigned      positions = number & 0xFF, count = positions + (number >> 8);
    const bcnet_list_t *values = pop_list(machine, positions + 2 * (number >> 8));
    const bcnet_value_t callee = pop(machine);
    bcnet_arguments_t   given = { .count = count };

    if (count > BCNET_ARGUMENTS_MAX)
        end_with(machine, "this call has too many arguments");
    if (machine->ended)
        return;
    for (unsigned i = 0; i < count; i++) {
        const bcnet_value_t *value = &values->items[i < positions ? i : 2 * i - positions];

        given.names[i] = i < positions ? NULL : value->kind == VALUE_TEXT ? value->text : "";
        given.values[i] = i < positions ? value[0] : value[1];
    }
    push(machine, bcnet_script_call(machine->script, callee, &given));
}

static void make_function(bcnet_machine_t *machine, unsigned defaults)
{
    bcnet_function_t   *function = BCNET_ARENA_NEW(machine->script->arena, bcnet_function_t);
    const bcnet_value_t code = pop(machine);

    *function = (bcnet_function_t){ .code = code.code,
                                    .defaults = *pop_list(machine, defaults),
                                    .module = machine->script->module };
    if (code.kind != VALUE_CODE || defaults > code.code->parameters) {
        damaged(machine);
        return;
    }
    function->parameters = code.code->variables;
    function->parameters.count = code.code->parameters;
    push(machine,
         code.code->any_arguments ? UNKNOWN_VALUE : (bcnet_value_t){ .kind = VALUE_FUNCTION, .function = function });
}

/* ---- branches ---- */

static bool has_call(const bcnet_machine_t *machine, unsigned at, unsigned to)
{
    while (at < to && instruction_at(machine, at) != CALL_FUNCTION)
        at = after(machine, at);
    return at < to;
}

/* The right side of "and" or "or", which is looked at by the game only if the left one leaves it open. */
static void either(bcnet_machine_t *machine, unsigned at, unsigned target, bcnet_value_t left)
{
    const bcnet_truth_t truth = bcnet_value_truth(left);
    const bcnet_truth_t open = instruction_at(machine, at) == JUMP_IF_FALSE ? TRUTH_YES : TRUTH_NO;

    if (truth == open) {
        follow(machine, at + 4, target);
        return;
    }
    if (truth == TRUTH_UNKNOWN && has_call(machine, at + 4, MIN(target, machine->code->length)))
        end_with(machine, BCNET_UNTOLD);
    push(machine, truth == TRUTH_UNKNOWN ? UNKNOWN_VALUE : left);
}

/* Both branches of an if statement begin with the removal of the condition, and the first one ends with a jump over the
 * second one, or with "raise"; otherwise it is "and" or "or". The place of what follows. */
static unsigned branch(bcnet_machine_t *machine, unsigned at)
{
    const unsigned      target = at + 3 + number_at(machine, at);
    const unsigned      last = target >= at + 7 ? instruction_at(machine, target - 3) : 0;
    const bool          jumps = last == JUMP_FORWARD;
    const unsigned      behind = jumps ? target + number_at(machine, target - 3) : target + 1;
    const bcnet_value_t condition = pop(machine);
    const bcnet_truth_t truth = bcnet_value_truth(condition);

    if (instruction_at(machine, target) != POP_TOP || (!jumps && last != RAISE)) {
        either(machine, at, target, condition);
        return target;
    }
    if (truth == TRUTH_UNKNOWN)
        end_with(machine, BCNET_UNTOLD);
    else if ((truth == TRUTH_YES) == (instruction_at(machine, at) == JUMP_IF_FALSE))
        follow(machine, at + 4, jumps ? target - 3 : target);
    else
        follow(machine, target + 1, behind);
    return behind;
}

/* Whether anything goes wrong in the game cannot be told. The place behind the handlers. */
static unsigned attempt(bcnet_machine_t *machine, unsigned at)
{
    const unsigned handlers = at + 3 + number_at(machine, at);

    if (instruction_at(machine, handlers - 3) != JUMP_FORWARD)
        damaged(machine);
    bcnet_script_doubt(machine->script, BCNET_TRIED);
    follow(machine, at + 3, handlers - 3);
    return handlers + number_at(machine, handlers - 3);
}

/* ---- all instructions ---- */

static void compare(bcnet_machine_t *machine, unsigned number)
{
    static const char *const signs[] = { "<", "<=", "==", "!=", ">", ">=", "in", "not in", "is", "is not" };
    const bcnet_value_t      right = pop(machine), left = pop(machine);

    bcnet_script_step(machine->script, bcnet_value_size(right));
    push(machine, number < G_N_ELEMENTS(signs) ? bcnet_value_of_truth(bcnet_value_compare(signs[number], left, right))
                                               : UNKNOWN_VALUE);
}

static void calculate(bcnet_machine_t *machine, unsigned instruction)
{
    const bcnet_value_t right = pop(machine), left = pop(machine);

    bcnet_script_step(machine->script, bcnet_value_size(left) + bcnet_value_size(right));
    if (instruction == BINARY_SUBSCRIPT)
        push(machine, bcnet_value_item(left, right));
    else
        push(machine,
             bcnet_value_calculate(machine->script->arena, "*/%+-"[instruction - BINARY_MULTIPLY], left, right));
}

static void negate(bcnet_machine_t *machine, unsigned instruction)
{
    const bcnet_value_t value = pop(machine);

    push(machine, instruction == UNARY_NOT ? bcnet_value_of_truth(bcnet_truth_opposite(bcnet_value_truth(value)))
                                           : bcnet_value_negative(value));
}

/* What only takes values from the stack, and perhaps gives one of which nothing is known. */
static void follow_unknown(bcnet_machine_t *machine, unsigned instruction)
{
    static const struct {
        unsigned instruction, takes, gives;
    } effects[] = { { POP_TOP, 1, 0 }, { 10, 0, 0 }, { 13, 1, 1 }, { 15, 1, 1 }, { 19, 2, 1 }, { 30, 1, 1 },
                    { 31, 2, 1 },      { 32, 2, 1 }, { 33, 3, 1 }, { 62, 2, 1 }, { 63, 2, 1 }, { 64, 2, 1 },
                    { 65, 2, 1 },      { 66, 2, 1 }, { 70, 1, 0 }, { 71, 1, 0 }, { 72, 0, 0 }, { 82, 0, 1 },
                    { 87, 0, 0 },      { 88, 1, 0 }, { 89, 3, 1 }, { 96, 1, 0 }, { 122, 0, 0 } };

    for (unsigned i = 0; i < G_N_ELEMENTS(effects); i++) {
        if (effects[i].instruction == instruction) {
            pop_list(machine, effects[i].takes);
            if (effects[i].gives)
                push(machine, UNKNOWN_VALUE);
            return;
        }
    }
    end_with(machine, BCNET_NOT_FOLLOWED); /* loops, exec, raise, changes of parts of lists */
}

static void follow_number(bcnet_machine_t *machine, unsigned at)
{
    const unsigned number = number_at(machine, at);

    switch (instruction_at(machine, at)) {
    case UNPACK_TUPLE:
    case UNPACK_LIST:
        unpack(machine, number);
        break;
    case STORE_ATTRIBUTE:
        bcnet_script_store_attribute(machine->script, pop(machine), name_at(machine, at));
        pop(machine);
        break;
    case LOAD_CONSTANT:
        push(machine, item_of(machine, &machine->code->constants, number));
        break;
    case LOAD_NAME:
    case LOAD_GLOBAL:
    case LOAD_VARIABLE:
        push(machine, bcnet_script_look_up(machine->script, name_at(machine, at)));
        break;
    case BUILD_TUPLE:
    case BUILD_LIST:
        push(machine, LIST_VALUE(VALUE_LIST, pop_list(machine, number)));
        break;
    case BUILD_MAP: /* empty: what stands in it is stored item by item */
        push(machine, LIST_VALUE(VALUE_TABLE, pop_list(machine, 0)));
        break;
    case LOAD_ATTRIBUTE:
        push(machine, bcnet_script_attribute(machine->script, pop(machine), name_at(machine, at)));
        break;
    case COMPARE:
        compare(machine, number);
        break;
    case SET_LINE:
        machine->script->line = number;
        break;
    case CALL_FUNCTION:
        call(machine, number);
        break;
    case MAKE_FUNCTION:
        make_function(machine, number);
        break;
    default:
        follow_unknown(machine, instruction_at(machine, at));
        break;
    }
}

static void follow_simple(bcnet_machine_t *machine, unsigned at)
{
    const unsigned instruction = instruction_at(machine, at);
    bcnet_value_t  key, container;

    switch (instruction) {
    case ROT_TWO:
    case ROT_THREE:
        rotate(machine, instruction - 1);
        break;
    case DUP_TOP:
        duplicate(machine);
        break;
    case UNARY_NEGATIVE:
    case UNARY_NOT:
        negate(machine, instruction);
        break;
    case STORE_SUBSCRIPT:
        key = pop(machine);
        container = pop(machine);
        bcnet_script_store_item(machine->script, container, key, pop(machine));
        break;
    case RETURN_VALUE:
        machine->returned = pop(machine);
        machine->ended = true;
        break;
    case STORE_NAME:
    case DELETE_NAME:
    case STORE_GLOBAL:
    case DELETE_GLOBAL:
    case STORE_VARIABLE:
    case DELETE_VARIABLE:
        store(machine, at);
        break;
    default:
        if (instruction >= BINARY_MULTIPLY && instruction <= BINARY_SUBSCRIPT)
            calculate(machine, instruction);
        else
            follow_number(machine, at);
        break;
    }
}

static unsigned step(bcnet_machine_t *machine, unsigned at)
{
    switch (instruction_at(machine, at)) {
    case IMPORT_NAME:
        return import(machine, at);
    case JUMP_FORWARD:
        return at + 3 + number_at(machine, at);
    case JUMP_IF_FALSE:
    case JUMP_IF_TRUE:
        return branch(machine, at);
    case SETUP_EXCEPT:
        return attempt(machine, at);
    default:
        follow_simple(machine, at);
        return after(machine, at);
    }
}

/* From one place to another; each step leads forward. */
static void follow(bcnet_machine_t *machine, unsigned at, unsigned end)
{
    enum { STEP = 10 /* letters of a text, about */ };

    if (++machine->script->depth > BCNET_DEPTH_MAX)
        end_with(machine, "calls, brackets or blocks are nested too deeply, or without an end");
    if (end > machine->code->length)
        damaged(machine);
    while (at < end && !machine->ended && bcnet_script_step(machine->script, STEP))
        at = step(machine, at);
    machine->script->depth--;
}

bcnet_value_t bcnet_compiled_follow(bcnet_script_t *script, const bcnet_code_t *code)
{
    bcnet_machine_t machine = { .script = script, .code = code };

    machine.returned = NONE_VALUE;
    machine.stack = g_array_new(FALSE, FALSE, sizeof(bcnet_value_t));
    follow(&machine, 0, code->length);
    if (!machine.ended && !script->stopped)
        damaged(&machine); /* code ends with a return */
    g_array_free(machine.stack, TRUE);
    return machine.returned;
}
