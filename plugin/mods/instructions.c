/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Goes through the instructions of a script. Branches are followed where their condition is known; handlers of errors are
 * passed over, and loops are not followed. */
#include "mods/script.h"

#include <string.h>

#include "datagram/little-endian.h"

typedef struct {
    bcnet_script_t     *script;
    const bcnet_code_t *code;
    GArray             *stack; /* bcnet_value_t */
    unsigned            at; /* the next instruction */
    bool                ended;
    bcnet_value_t       returned;
} bcnet_machine_t;

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
    machine->stack->len -= count;
    list->items =
        bcnet_arena_copy(machine->script->arena, &g_array_index(machine->stack, bcnet_value_t, machine->stack->len),
                         count * sizeof(bcnet_value_t));
    list->count = list->room = count;
    return list;
}

static bcnet_value_t pop(bcnet_machine_t *machine)
{
    if (machine->stack->len > 0)
        return g_array_index(machine->stack, bcnet_value_t, --machine->stack->len);
    damaged(machine);
    return UNKNOWN_VALUE;
}

static void rotate(bcnet_machine_t *machine, unsigned below)
{
    const bcnet_value_t top = pop(machine);

    if (machine->stack->len >= below)
        g_array_insert_val(machine->stack, machine->stack->len - below, top);
    else
        damaged(machine);
}

/* ---- names ---- */

static bcnet_value_t item_of(bcnet_machine_t *machine, const bcnet_list_t *list, unsigned number)
{
    if (number < list->count)
        return list->items[number];
    damaged(machine);
    return TEXT_VALUE("");
}

static const char *name_of(bcnet_machine_t *machine, unsigned instruction, unsigned number)
{
    const bool variable = instruction == OP_LOAD_VARIABLE || instruction == OP_STORE_VARIABLE;

    return item_of(machine, variable ? &machine->code->variables : &machine->code->names, number).text;
}

/* import a.b, which stores the first name; or from a.b import c, d. */
static void import(bcnet_machine_t *machine, const char *path)
{
    const bcnet_code_t *code = machine->code;
    bcnet_value_t       first = UNKNOWN_VALUE;

    if (machine->at >= code->length || code->bytes[machine->at] != OP_IMPORT_FROM)
        bcnet_script_import(machine->script, path, &first);
    for (; machine->at + 2 < code->length && code->bytes[machine->at] == OP_IMPORT_FROM; machine->at += 3)
        bcnet_script_import_from(machine->script, path,
                                 name_of(machine, OP_IMPORT_FROM, bcnet_le16(&code->bytes[machine->at + 1])));
    push(machine, first);
}

/* ---- functions ---- */

/* The low byte of the number counts arguments by position, the high byte those by name, which are not followed. */
static void call(bcnet_machine_t *machine, unsigned number)
{
    const bcnet_list_t *given = pop_list(machine, number & 0xFF);
    const bcnet_value_t callee = number > BCNET_ARGUMENTS_MAX ? UNKNOWN_VALUE : pop(machine);

    if (number > BCNET_ARGUMENTS_MAX)
        end_with(machine, BCNET_NOT_FOLLOWED);
    if (!machine->ended)
        push(machine, bcnet_script_call(machine->script, callee, given));
}

static void make_function(bcnet_machine_t *machine, unsigned defaults)
{
    bcnet_function_t   *function = BCNET_ARENA_NEW(machine->script->arena, bcnet_function_t);
    const bcnet_value_t code = pop(machine);

    *function = (bcnet_function_t){ code.code, *pop_list(machine, defaults), machine->script->module };
    if (code.kind != VALUE_CODE || defaults > code.code->parameters)
        damaged(machine);
    else
        push(machine, code.code->any_arguments ? UNKNOWN_VALUE
                                               : (bcnet_value_t){ .kind = VALUE_FUNCTION, .function = function });
}

/* ---- instructions ---- */

/* The condition stays on the stack. */
static void jump_if(bcnet_machine_t *machine, bcnet_truth_t wanted, unsigned over)
{
    const bcnet_value_t condition = pop(machine);
    const bcnet_truth_t truth = bcnet_value_truth(condition);

    push(machine, condition);
    if (truth == TRUTH_UNKNOWN)
        end_with(machine, BCNET_UNTOLD);
    else if (truth == wanted)
        machine->at += over;
}

static void follow_number(bcnet_machine_t *machine, unsigned instruction, unsigned number)
{
    bcnet_script_t *script = machine->script;
    bcnet_value_t   value;

    switch (instruction) {
    case OP_GLOBAL:
    case OP_STORE_GLOBAL:
        bcnet_script_bind_global(script, name_of(machine, instruction, number));
        if (instruction == OP_GLOBAL)
            break;
        G_GNUC_FALLTHROUGH;
    case OP_STORE_NAME:
    case OP_STORE_VARIABLE:
        bcnet_script_bind(script, name_of(machine, instruction, number), pop(machine));
        break;
    case OP_STORE_ATTRIBUTE:
        bcnet_script_store_attribute(script, pop(machine), name_of(machine, instruction, number));
        pop(machine);
        break;
    case OP_LOAD_CONSTANT:
        push(machine, item_of(machine, &machine->code->constants, number));
        break;
    case OP_LOAD_NAME:
    case OP_LOAD_GLOBAL:
    case OP_LOAD_VARIABLE:
        push(machine, bcnet_script_look_up(script, name_of(machine, instruction, number)));
        break;
    case OP_LOAD_ATTRIBUTE:
        push(machine, bcnet_script_attribute(script, pop(machine), name_of(machine, instruction, number)));
        break;
    case OP_BUILD_TUPLE:
    case OP_BUILD_LIST:
        push(machine, LIST_VALUE(VALUE_LIST, pop_list(machine, number)));
        break;
    case OP_BUILD_MAP: /* empty: what stands in it is stored item by item */
        push(machine, LIST_VALUE(VALUE_TABLE, pop_list(machine, 0)));
        break;
    case OP_COMPARE:
        value = pop(machine);
        push(machine, bcnet_value_compare(number, pop(machine), value));
        break;
    case OP_IMPORT_NAME:
        import(machine, name_of(machine, instruction, number));
        break;
    case OP_JUMP:
        machine->at += number;
        break;
    case OP_JUMP_IF_FALSE:
    case OP_JUMP_IF_TRUE:
        jump_if(machine, instruction == OP_JUMP_IF_TRUE ? TRUTH_YES : TRUTH_NO, number);
        break;
    case OP_SETUP_EXCEPT: /* whether anything goes wrong in the game cannot be told */
        bcnet_script_doubt(script, BCNET_TRIED);
        break;
    case OP_SET_LINE:
        script->line = number;
        break;
    case OP_CALL:
        call(machine, number);
        break;
    case OP_MAKE_FUNCTION:
        make_function(machine, number);
        break;
    default:
        end_with(machine, BCNET_NOT_FOLLOWED); /* loops, classes, changes of parts of lists */
        break;
    }
}

static void follow(bcnet_machine_t *machine, unsigned instruction)
{
    bcnet_arena_t *arena = machine->script->arena;
    bcnet_value_t  top, below;

    switch (instruction) {
    case OP_POP_TOP:
    case OP_PRINT_ITEM:
    case OP_END_FINALLY:
        pop(machine);
        break;
    case OP_POSITIVE:
    case OP_PRINT_NEWLINE:
    case OP_POP_BLOCK:
        break;
    case OP_ROT_TWO:
    case OP_ROT_THREE:
        rotate(machine, instruction - 1);
        break;
    case OP_DUP_TOP:
        top = pop(machine);
        push(machine, top);
        push(machine, top);
        break;
    case OP_NEGATIVE:
        push(machine, bcnet_value_calculate(arena, '-', INTEGER_VALUE(0), pop(machine)));
        break;
    case OP_NOT:
        push(machine, bcnet_value_not(pop(machine)));
        break;
    case OP_MULTIPLY:
    case OP_DIVIDE:
    case OP_MODULO:
    case OP_ADD:
    case OP_SUBTRACT:
        top = pop(machine);
        push(machine, bcnet_value_calculate(arena, "*/%+-"[instruction - OP_MULTIPLY], pop(machine), top));
        break;
    case OP_SUBSCRIPT:
        top = pop(machine);
        push(machine, bcnet_value_item(pop(machine), top));
        break;
    case OP_STORE_SUBSCRIPT:
        top = pop(machine);
        below = pop(machine);
        bcnet_script_store_item(machine->script, below, top, pop(machine));
        break;
    case OP_RETURN:
        machine->returned = pop(machine);
        machine->ended = true;
        break;
    default:
        end_with(machine, BCNET_NOT_FOLLOWED);
        break;
    }
}

/* Each step leads forward. */
static void step(bcnet_machine_t *machine)
{
    const bcnet_code_t *code = machine->code;
    const unsigned      at = machine->at, instruction = code->bytes[at];

    machine->at += instruction < OP_STORE_NAME ? 1 : 3;
    if (machine->at > code->length)
        damaged(machine);
    else if (instruction < OP_STORE_NAME)
        follow(machine, instruction);
    else
        follow_number(machine, instruction, bcnet_le16(&code->bytes[at + 1]));
}

bcnet_value_t bcnet_code_follow(bcnet_script_t *script, bcnet_module_t *module, GHashTable *locals,
                                const bcnet_code_t *code)
{
    enum { STEPS = 4 }; /* letters of a text, about */
    bcnet_machine_t machine = { .script = script, .code = code };
    bcnet_module_t *outer = script->module;
    GHashTable     *outer_locals = script->locals;
    const unsigned  line = script->line;

    script->module = module;
    script->locals = locals;
    machine.returned = NONE_VALUE;
    machine.stack = g_array_new(FALSE, FALSE, sizeof(bcnet_value_t));
    if (++script->depth > BCNET_DEPTH_MAX)
        end_with(&machine, "calls or parents are nested too deeply, or without an end");
    while (machine.at < code->length && !machine.ended && bcnet_script_step(script, STEPS))
        step(&machine);
    if (!machine.ended && !script->stopped)
        damaged(&machine); /* code ends with a return */
    script->depth--;
    script->locals = outer_locals;
    script->module = outer;
    script->line = line;
    g_array_free(machine.stack, TRUE);
    return machine.returned;
}
