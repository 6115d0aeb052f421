/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Goes through the instructions of a compiled script. Branches are followed where their condition is known; each step
 * leads forward. */
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

/* import a.b, the first name of which is stored behind that; or from a.b import c, d. */
static void import(bcnet_machine_t *machine, const char *path)
{
    const bcnet_code_t *code = machine->code;
    bool                from = false;

    for (; machine->at + 2 < code->length && code->bytes[machine->at] == OP_IMPORT_FROM; machine->at += 3, from = true)
        bcnet_script_import_from(machine->script, path,
                                 item_of(machine, &code->names, bcnet_le16(&code->bytes[machine->at + 1])).text);
    push(machine, from ? UNKNOWN_VALUE : bcnet_script_import_name(machine->script, path));
}

/* ---- instructions that give a value ---- */

/* The low byte of the number counts arguments by position, the high byte those by name, which are not followed. */
static bcnet_value_t call(bcnet_machine_t *machine, unsigned number)
{
    const bcnet_list_t *given = pop_list(machine, number & 0xFF);
    const bcnet_value_t callee = number > 0xFF ? UNKNOWN_VALUE : pop(machine);

    if (number > 0xFF)
        end_with(machine, BCNET_NOT_FOLLOWED);
    return machine->ended ? UNKNOWN_VALUE : bcnet_script_call(machine->script, callee, given);
}

static bcnet_value_t make_function(bcnet_machine_t *machine, unsigned defaults)
{
    const bcnet_value_t code = pop(machine);
    const bcnet_list_t *given = pop_list(machine, defaults);

    if (code.kind == VALUE_CODE && defaults <= code.code->parameters)
        return bcnet_script_function(machine->script, code.code, *given);
    damaged(machine);
    return UNKNOWN_VALUE;
}

static char sign_of(unsigned instruction)
{
    switch (instruction) {
    case OP_MULTIPLY:
        return '*';
    case OP_DIVIDE:
        return '/';
    case OP_MODULO:
        return '%';
    case OP_ADD:
        return '+';
    default:
        return '-';
    }
}

static bcnet_value_t operate(bcnet_machine_t *machine, unsigned instruction, unsigned number)
{
    const bcnet_value_t right = pop(machine), left = pop(machine);

    bcnet_script_step_through(machine->script, instruction == OP_SUBSCRIPT ? left : right);
    if (instruction == OP_COMPARE)
        return bcnet_value_compare((bcnet_comparison_t)number, left, right);
    if (instruction == OP_SUBSCRIPT)
        return bcnet_value_item(left, right);
    return bcnet_value_calculate(machine->script->arena, sign_of(instruction), left, right);
}

static bcnet_value_t give(bcnet_machine_t *machine, unsigned instruction, unsigned number)
{
    const bcnet_code_t *code = machine->code;

    switch (instruction) {
    case OP_NEGATIVE:
        return bcnet_value_calculate(machine->script->arena, '-', INTEGER_VALUE(0), pop(machine));
    case OP_NOT:
        return bcnet_value_not(pop(machine));
    case OP_MULTIPLY:
    case OP_DIVIDE:
    case OP_MODULO:
    case OP_ADD:
    case OP_SUBTRACT:
    case OP_SUBSCRIPT:
    case OP_COMPARE:
        return operate(machine, instruction, number);
    case OP_LOAD_CONSTANT:
        return item_of(machine, &code->constants, number);
    case OP_LOAD_NAME:
    case OP_LOAD_GLOBAL:
        return bcnet_script_look_up(machine->script, item_of(machine, &code->names, number).text);
    case OP_LOAD_VARIABLE:
        return bcnet_script_look_up(machine->script, item_of(machine, &code->variables, number).text);
    case OP_LOAD_ATTRIBUTE:
        return bcnet_script_attribute(machine->script, pop(machine), item_of(machine, &code->names, number).text);
    case OP_BUILD_TUPLE:
    case OP_BUILD_LIST:
        return LIST_VALUE(VALUE_LIST, pop_list(machine, number));
    case OP_BUILD_MAP: /* empty: what stands in it is stored item by item */
        return LIST_VALUE(VALUE_TABLE, pop_list(machine, 0));
    case OP_CALL:
        return call(machine, number);
    case OP_MAKE_FUNCTION:
        return make_function(machine, number);
    default:
        end_with(machine, instruction == OP_SETUP_LOOP ? BCNET_LOOP : BCNET_NOT_FOLLOWED);
        return UNKNOWN_VALUE;
    }
}

/* ---- all instructions ---- */

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

static void follow(bcnet_machine_t *machine, unsigned instruction, unsigned number)
{
    const bcnet_code_t *code = machine->code;
    bcnet_value_t       top, below;

    switch (instruction) {
    case OP_POP_TOP:
    case OP_PRINT_ITEM:
        pop(machine);
        break;
    case OP_PRINT_NEWLINE:
        break;
    case OP_ROT_TWO:
    case OP_ROT_THREE:
        rotate(machine, instruction == OP_ROT_TWO ? 1 : 2);
        break;
    case OP_DUP_TOP:
        top = pop(machine);
        push(machine, top);
        push(machine, top);
        break;
    case OP_STORE_NAME:
    case OP_STORE_VARIABLE:
        bcnet_script_bind(machine->script,
                          item_of(machine, instruction == OP_STORE_NAME ? &code->names : &code->variables, number).text,
                          pop(machine));
        break;
    case OP_STORE_ATTRIBUTE:
        bcnet_script_store_attribute(machine->script, pop(machine), item_of(machine, &code->names, number).text);
        pop(machine);
        break;
    case OP_STORE_SUBSCRIPT:
        top = pop(machine);
        below = pop(machine);
        bcnet_script_store_item(machine->script, below, top, pop(machine));
        break;
    case OP_IMPORT_NAME:
        import(machine, item_of(machine, &code->names, number).text);
        break;
    case OP_JUMP:
        machine->at += number;
        break;
    case OP_JUMP_IF_FALSE:
    case OP_JUMP_IF_TRUE:
        jump_if(machine, instruction == OP_JUMP_IF_TRUE ? TRUTH_YES : TRUTH_NO, number);
        break;
    case OP_SET_LINE:
        machine->script->line = number;
        break;
    case OP_RETURN:
        machine->returned = pop(machine);
        machine->ended = true;
        break;
    default:
        push(machine, give(machine, instruction, number));
        break;
    }
}

static void step(bcnet_machine_t *machine)
{
    const bcnet_code_t *code = machine->code;
    const unsigned      at = machine->at, instruction = code->bytes[at];

    machine->at += instruction < OP_STORE_NAME ? 1 : 3;
    if (machine->at > code->length)
        damaged(machine);
    else
        follow(machine, instruction, instruction < OP_STORE_NAME ? 0 : bcnet_le16(&code->bytes[at + 1]));
}

bcnet_value_t bcnet_instructions_follow(bcnet_script_t *script, const bcnet_code_t *code)
{
    enum { STEPS = 4 }; /* letters of a text, about */
    bcnet_machine_t machine = { .script = script, .code = code };

    machine.returned = NONE_VALUE;
    machine.stack = g_array_new(FALSE, FALSE, sizeof(bcnet_value_t));
    while (machine.at < code->length && !machine.ended && bcnet_script_step(script, STEPS))
        step(&machine);
    if (!machine.ended && !script->stopped)
        damaged(&machine); /* code ends with a return */
    g_array_free(machine.stack, TRUE);
    return machine.returned;
}
