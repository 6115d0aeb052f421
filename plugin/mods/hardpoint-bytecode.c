/* Follows the code of a compiled script, as hardpoint-run.c follows statements.
 *
 * Python 1.5 compiles for a machine with a stack. Its instructions are one byte, those from
 * FIRST_WITH_ARGUMENT on have a number of two bytes behind it. The numbers are those of Python 1.5.2's own
 * sources (Include/opcode.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "datagram/little-endian.h"
#include "mods/hardpoint-compiled.h"
#include "mods/hardpoint-run.h"

/* Instructions that are looked for; all of them stand at the end of this file. */
enum {
    POP_TOP = 1,
    BREAK_LOOP = 80,
    RETURN_VALUE = 83,
    EXEC = 85,
    END_FINALLY = 88,
    FIRST_WITH_ARGUMENT = 90,
    STORE_NAME = 90,
    LOAD_NAME = 101,
    LOAD_ATTRIBUTE = 105,
    IMPORT_NAME = 107,
    IMPORT_FROM = 108,
    JUMP_FORWARD = 110,
    JUMP_ABSOLUTE = 113,
    LOAD_GLOBAL = 116,
    SETUP_EXCEPT = 121,
    SETUP_FINALLY = 122,
    STORE_VARIABLE = 125,
    RAISE = 130
};

enum {
    STACK_MAX = 5000, /* as many values can stand in a list that a script writes down */
    BLOCKS_MAX = 20 /* as Python has */
};

/* A loop, or the part of a try statement that is tried. */
typedef struct {
    bool     loop;
    unsigned end; /* where the code goes on behind it */
    unsigned height; /* of the stack before it */
} block_t;

typedef struct {
    run_t              *run;
    const bcnet_code_t *code;
    bcnet_place_t       place;
    unsigned            next; /* the instruction that comes */
    value_t            *stack;
    unsigned            height; /* of the stack */
    block_t             blocks[BLOCKS_MAX];
    unsigned            depth; /* of blocks */
    bool                ended;
} machine_t;

/* What an instruction does; `number` is its argument, `which` says which of its kind it is. */
typedef void (*action_t)(machine_t *machine, unsigned number, unsigned which);

/* ---- the stack ---- */

static void damaged(machine_t *machine)
{
    if (!machine->ended)
        bcnet_run_error(machine->run, machine->place, "this compiled script is damaged");
    machine->ended = true;
}

/* The topmost values in the order in which they were pushed; good until the next push. NULL: not so many. */
static const value_t *pop_many(machine_t *machine, unsigned count)
{
    if (count > machine->height) {
        damaged(machine);
        return NULL;
    }
    machine->height -= count;
    return &machine->stack[machine->height];
}

static value_t pop(machine_t *machine)
{
    const value_t *top = pop_many(machine, 1);

    return top ? *top : UNKNOWN_VALUE;
}

static void push(machine_t *machine, value_t value)
{
    if (machine->height < STACK_MAX)
        machine->stack[machine->height++] = value;
    else
        damaged(machine);
}

/* The value so far below the top, from 0; NULL when there is none. */
static value_t *peek(machine_t *machine, unsigned below)
{
    if (below < machine->height)
        return &machine->stack[machine->height - 1 - below];
    damaged(machine);
    return NULL;
}

static void pop_top(machine_t *machine, unsigned number, unsigned which)
{
    pop_many(machine, which);
}

static void duplicate_top(machine_t *machine, unsigned number, unsigned which)
{
    const value_t *top = peek(machine, 0);

    if (top)
        push(machine, *top);
}

/* The top goes below the next one or two. */
static void rotate(machine_t *machine, unsigned number, unsigned which)
{
    value_t *deepest = peek(machine, which);
    value_t  top;

    if (!deepest)
        return;
    top = deepest[which];
    memmove(deepest + 1, deepest, which * sizeof *deepest);
    *deepest = top;
}

/* ---- names and values ---- */

/* `which`: BCNET_NAMES or BCNET_VARIABLES. */
static const char *name_of(machine_t *machine, unsigned number, unsigned which)
{
    const bcnet_names_t *names = &machine->code->names[which];

    if (number < names->count)
        return names->items[number];
    damaged(machine);
    return "";
}

static void load_constant(machine_t *machine, unsigned number, unsigned which)
{
    if (number < machine->code->constant_count)
        push(machine, machine->code->constants[number]);
    else
        damaged(machine);
}

static void load_name(machine_t *machine, unsigned number, unsigned which)
{
    push(machine, bcnet_run_name(machine->run, machine->place, name_of(machine, number, which)));
}

static void store_name(machine_t *machine, unsigned number, unsigned which)
{
    bcnet_run_bind(machine->run, name_of(machine, number, which), pop(machine));
}

static void store_global(machine_t *machine, unsigned number, unsigned which)
{
    bcnet_run_bind_global(machine->run, name_of(machine, number, BCNET_NAMES), pop(machine));
}

static void forget_name(machine_t *machine, unsigned number, unsigned which)
{
    bcnet_run_bind(machine->run, name_of(machine, number, which), UNKNOWN_VALUE);
}

/* A method that nothing is known of may be called next, and then its name matters. */
static void load_attribute(machine_t *machine, unsigned number, unsigned which)
{
    value_t     object = pop(machine);
    const char *name = name_of(machine, number, BCNET_NAMES);
    value_t     value = bcnet_run_attribute(machine->run, machine->place, object, name);

    if (value.kind == VALUE_UNKNOWN)
        value.text = name;
    push(machine, value);
}

static void store_attribute(machine_t *machine, unsigned number, unsigned which)
{
    value_t value;

    pop(machine);
    value = pop(machine);
    bcnet_run_assign_attribute(machine->run, machine->place, name_of(machine, number, BCNET_NAMES), value);
}

static void store_item(machine_t *machine, unsigned number, unsigned which)
{
    value_t key = pop(machine), container = pop(machine), value = pop(machine);

    bcnet_run_assign_item(machine->run, machine->place, container, key, value);
}

static void unpack(machine_t *machine, unsigned number, unsigned which)
{
    value_t list = pop(machine);
    bool    fits = list.kind == VALUE_LIST && list.list->count == number;

    for (unsigned i = number; i > 0; i--)
        push(machine, fits ? list.list->items[i - 1] : UNKNOWN_VALUE);
}

static void build_list(machine_t *machine, unsigned number, unsigned which)
{
    const value_t *items = pop_many(machine, number);
    value_t        list = bcnet_value_list(machine->run->arena, VALUE_LIST, items ? number : 0);

    bcnet_value_extend(machine->run->arena, list.list, items, items ? number : 0);
    push(machine, list);
}

/* Empty: what stands in it is stored item by item. */
static void build_table(machine_t *machine, unsigned number, unsigned which)
{
    push(machine, bcnet_value_list(machine->run->arena, VALUE_TABLE, 0));
}

/* ---- operators ---- */

static void calculate(machine_t *machine, unsigned number, unsigned sign)
{
    value_t right = pop(machine), left = pop(machine);

    push(machine, bcnet_run_binary(machine->run, machine->place, sign, left, right));
}

static void sign_of(machine_t *machine, unsigned number, unsigned sign)
{
    push(machine, bcnet_run_unary(sign, pop(machine)));
}

static void compare(machine_t *machine, unsigned number, unsigned which)
{
    static const unsigned signs[] = { '<',     SIGN('<', '='), SIGN('=', '='), SIGN('!', '='), '>', SIGN('>', '='),
                                      WORD_IN, NOT_IN,         WORD_IS,        IS_NOT };

    calculate(machine, 0, number < G_N_ELEMENTS(signs) ? signs[number] : 0);
}

/* Operators that are not followed, of so many values. */
static void lose(machine_t *machine, unsigned number, unsigned which)
{
    pop_many(machine, which);
    push(machine, UNKNOWN_VALUE);
}

/* ---- what is skipped ---- */

/* The instruction at a place and its argument; the place of the next one is returned. */
static unsigned decode(const bcnet_code_t *code, unsigned at, unsigned *opcode, unsigned *number)
{
    *opcode = code->bytes[at];
    *number = 0;
    if (*opcode < FIRST_WITH_ARGUMENT)
        return at + 1;
    if (code->length - at >= 3)
        *number = bcnet_le16(&code->bytes[at + 1]);
    return at + 3;
}

static bool instruction_matters(machine_t *machine, unsigned opcode, unsigned number, unsigned following)
{
    switch (opcode) {
    case BREAK_LOOP:
    case RETURN_VALUE:
    case EXEC:
    case RAISE:
    case JUMP_ABSOLUTE: /* continue */
    case IMPORT_NAME:
        return true;
    case LOAD_NAME:
    case LOAD_GLOBAL:
    case LOAD_ATTRIBUTE:
        return bcnet_run_name_matters(machine->run, name_of(machine, number, BCNET_NAMES), opcode == LOAD_ATTRIBUTE,
                                      following == LOAD_ATTRIBUTE);
    case STORE_NAME:
    case STORE_VARIABLE:
        forget_name(machine, number, opcode == STORE_NAME ? BCNET_NAMES : BCNET_VARIABLES);
        return false;
    default:
        return false;
    }
}

/* Looks through code that is not followed, up to a place or to the end of the handler that begins there; what it would
 * store is unknown from now on. True when the ship may depend on it. */
static bool skip(machine_t *machine, unsigned from, unsigned to)
{
    bool     matters = false;
    int      handlers = 0; /* within this one */
    unsigned opcode, number;

    while (from < MIN(to, machine->code->length) && handlers >= 0 && !matters &&
           bcnet_run_step(machine->run, machine->place, 1)) {
        from = decode(machine->code, from, &opcode, &number);
        handlers += (opcode == SETUP_EXCEPT || opcode == SETUP_FINALLY) - (opcode == END_FINALLY);
        matters =
            instruction_matters(machine, opcode, number, from < machine->code->length ? machine->code->bytes[from] : 0);
    }
    return matters;
}

static void depends(machine_t *machine, const char *on)
{
    bcnet_run_error(machine->run, machine->place, "%s, and the ship depends on it", on);
    machine->ended = true;
}

/* ---- the way through the code ---- */

static void jump(machine_t *machine, unsigned target, unsigned which)
{
    if (target < machine->code->length)
        machine->next = target;
    else
        damaged(machine);
}

static void jump_forward(machine_t *machine, unsigned number, unsigned which)
{
    jump(machine, machine->next + number, 0);
}

/* Whether the code that a condition jumps to is the other branch of an if statement. Both branches begin with the
 * removal of the condition, and the first one ends with a jump over the second one: to *end. */
static bool is_if(const machine_t *machine, unsigned target, unsigned *end)
{
    const uint8_t *bytes = machine->code->bytes;

    if (target >= machine->code->length || bytes[target] != POP_TOP || target < machine->next + 3 ||
        bytes[target - 3] != JUMP_FORWARD)
        return false;
    *end = target + bcnet_le16(&bytes[target - 2]);
    return true;
}

static void jump_unknown(machine_t *machine, unsigned target)
{
    unsigned end;

    if (is_if(machine, target, &end)) {
        if (skip(machine, machine->next, target - 3) || skip(machine, target, end))
            depends(machine, "it cannot be told whether this holds");
        pop(machine);
        jump(machine, end, 0);
    } else if (target < machine->code->length && machine->code->bytes[target] != POP_TOP) {
        /* "and", "or": the right side changes nothing, the whole is not known */
        *peek(machine, 0) = UNKNOWN_VALUE;
        jump(machine, target, 0);
    } else {
        depends(machine, "it cannot be told whether this holds");
    }
}

/* `which`: the truth that jumps. */
static void jump_when(machine_t *machine, unsigned number, unsigned which)
{
    const value_t *condition = peek(machine, 0);
    truth_t        truth;

    if (!condition)
        return;
    truth = bcnet_value_truth(*condition);
    if (truth == TRUTH_UNKNOWN)
        jump_unknown(machine, machine->next + number);
    else if (truth == (truth_t)which)
        jump_forward(machine, number, 0);
}

/* `which`: whether it is a loop. */
static void begin_block(machine_t *machine, unsigned number, unsigned which)
{
    if (machine->depth < BLOCKS_MAX)
        machine->blocks[machine->depth++] = (block_t){ which, machine->next + number, machine->height };
    else
        damaged(machine);
}

/* Nothing goes wrong in what is tried; whether it would in the game cannot be told. */
static void begin_try(machine_t *machine, unsigned number, unsigned which)
{
    if (skip(machine, machine->next + number, G_MAXUINT))
        depends(machine, "it cannot be told whether something goes wrong here");
    begin_block(machine, number, false);
}

/* Leaves the innermost block; the stack is as before it. */
static const block_t *leave_block(machine_t *machine)
{
    const block_t *block;

    if (machine->depth == 0 || machine->height < machine->blocks[machine->depth - 1].height) {
        damaged(machine);
        return NULL;
    }
    block = &machine->blocks[--machine->depth];
    machine->height = block->height;
    return block;
}

static void end_block(machine_t *machine, unsigned number, unsigned which)
{
    leave_block(machine);
}

static void leave_loop(machine_t *machine, unsigned number, unsigned which)
{
    const block_t *block = leave_block(machine);

    while (block && !block->loop)
        block = leave_block(machine);
    if (block)
        jump(machine, block->end, 0);
}

/* On the stack are the list and how many of its items were taken. */
static void next_item(machine_t *machine, unsigned number, unsigned which)
{
    value_t taken = pop(machine), list = pop(machine);

    if (list.kind != VALUE_LIST || taken.kind != VALUE_INTEGER) {
        /* the last instruction of the loop is the jump back */
        if (skip(machine, machine->next, machine->next + number - MIN(number, 3)))
            depends(machine, "it cannot be told what this loop goes over");
        jump_forward(machine, number, 0);
    } else if (taken.integer < 0 || taken.integer >= list.list->count) {
        jump_forward(machine, number, 0);
    } else {
        push(machine, list);
        push(machine, INTEGER_VALUE(taken.integer + 1));
        push(machine, list.list->items[taken.integer]);
    }
}

static void set_line(machine_t *machine, unsigned number, unsigned which)
{
    machine->place.line = number;
}

static void do_return(machine_t *machine, unsigned number, unsigned which)
{
    machine->run->returned = pop(machine);
    machine->ended = true;
}

/* raise and exec: what comes then is anybody's guess. */
static void give_up(machine_t *machine, unsigned number, unsigned which)
{
    bcnet_run_error(machine->run, machine->place, "this statement of a compiled script is not followed");
    machine->ended = true;
}

/* ---- modules and functions ---- */

/* from a.b import c takes the module itself, import a.b its first package. */
static void import_name(machine_t *machine, unsigned number, unsigned which)
{
    const char *path = name_of(machine, number, BCNET_NAMES), *first;
    bool        from = machine->next < machine->code->length && machine->code->bytes[machine->next] == IMPORT_FROM;

    if (!machine->ended)
        push(machine, from ? bcnet_run_import(machine->run, machine->place, path)
                           : bcnet_run_import_first(machine->run, machine->place, path, &first));
}

static void import_from(machine_t *machine, unsigned number, unsigned which)
{
    const value_t *module = peek(machine, 0);

    if (module)
        bcnet_run_import_from(machine->run, machine->place, *module, name_of(machine, number, BCNET_NAMES));
}

static void make_function(machine_t *machine, unsigned number, unsigned which)
{
    value_t        code = pop(machine);
    const value_t *defaults = pop_many(machine, number);
    function_t    *function = BCNET_ARENA_NEW(machine->run->arena, function_t);

    if (code.kind != VALUE_CODE || !defaults || number > code.code->parameters) {
        damaged(machine);
        return;
    }
    function->code = code.code;
    function->defaults = bcnet_arena_copy(machine->run->arena, defaults, number * sizeof *defaults);
    function->default_count = number;
    function->module = machine->run->module;
    push(machine, (value_t){ .kind = VALUE_FUNCTION, .function = function });
}

static value_t call_value(run_t *run, value_t callee, const arguments_t *arguments)
{
    if (callee.kind == VALUE_UNKNOWN && callee.text)
        return bcnet_run_call_unknown(run, callee.text, arguments);
    return bcnet_run_call_value(run, callee, "?", arguments);
}

/* The low byte of the number counts arguments by position, the high byte those by name. */
static void call(machine_t *machine, unsigned number, unsigned which)
{
    unsigned       positions = number & 0xFF, count = positions + (number >> 8);
    const value_t *given = pop_many(machine, positions + 2 * (number >> 8));
    value_t       *values = BCNET_ARENA_ARRAY(machine->run->arena, value_t, count);
    const char   **names = BCNET_ARENA_ARRAY(machine->run->arena, const char *, count);
    arguments_t    arguments = { .place = machine->place, .values = values, .count = count, .names = names };
    value_t        callee;

    for (unsigned i = 0; given && i < count; i++) {
        const value_t *name = i < positions ? NULL : &given[positions + 2 * (i - positions)];

        values[i] = name ? name[1] : given[i];
        names[i] = name && name->kind == VALUE_TEXT ? name->text : NULL;
    }
    callee = pop(machine);
    if (!machine->ended)
        push(machine, call_value(machine->run, callee, &arguments));
}

/* ---- all instructions ---- */

typedef struct {
    action_t act;
    unsigned which;
} instruction_t;

static const instruction_t instructions[] = {
    [POP_TOP] = { pop_top, 1 },
    [2] = { rotate, 1 },
    [3] = { rotate, 2 },
    [4] = { duplicate_top, 0 },
    [10] = { sign_of, '+' },
    [11] = { sign_of, '-' },
    [12] = { sign_of, WORD_NOT },
    [13] = { lose, 1 }, /* `x` */
    [15] = { lose, 1 }, /* ~x */
    [19] = { lose, 2 }, /* x ** y */
    [20] = { calculate, '*' },
    [21] = { calculate, '/' },
    [22] = { calculate, '%' },
    [23] = { calculate, '+' },
    [24] = { calculate, '-' },
    [25] = { calculate, '[' },
    [30] = { lose, 1 }, /* slices */
    [31] = { lose, 2 },
    [32] = { lose, 2 },
    [33] = { lose, 3 },
    [60] = { store_item, 0 },
    [61] = { pop_top, 2 }, /* del x[y] */
    [62] = { lose, 2 }, /* shifts */
    [63] = { lose, 2 },
    [64] = { calculate, '&' },
    [65] = { calculate, '^' },
    [66] = { calculate, '|' },
    [70] = { pop_top, 1 }, /* print */
    [71] = { pop_top, 1 },
    [72] = { pop_top, 0 },
    [BREAK_LOOP] = { leave_loop, 0 },
    [82] = { lose, 0 }, /* the names of a class */
    [RETURN_VALUE] = { do_return, 0 },
    [EXEC] = { give_up, 0 }, /* exec */
    [87] = { end_block, 0 },
    [END_FINALLY] = { pop_top, 1 }, /* the end of "finally" */
    [89] = { lose, 3 }, /* class */
    [STORE_NAME] = { store_name, BCNET_NAMES },
    [91] = { forget_name, BCNET_NAMES },
    [92] = { unpack, 0 },
    [93] = { unpack, 0 },
    [95] = { store_attribute, 0 },
    [97] = { store_global, 0 },
    [98] = { forget_name, BCNET_NAMES },
    [100] = { load_constant, 0 },
    [LOAD_NAME] = { load_name, BCNET_NAMES },
    [102] = { build_list, 0 }, /* a tuple */
    [103] = { build_list, 0 },
    [104] = { build_table, 0 },
    [LOAD_ATTRIBUTE] = { load_attribute, 0 },
    [106] = { compare, 0 },
    [IMPORT_NAME] = { import_name, 0 },
    [IMPORT_FROM] = { import_from, 0 },
    [JUMP_FORWARD] = { jump_forward, 0 },
    [111] = { jump_when, TRUTH_NO },
    [112] = { jump_when, TRUTH_YES },
    [JUMP_ABSOLUTE] = { jump, 0 },
    [114] = { next_item, 0 },
    [LOAD_GLOBAL] = { load_name, BCNET_NAMES },
    [120] = { begin_block, true },
    [SETUP_EXCEPT] = { begin_try, 0 },
    [SETUP_FINALLY] = { begin_block, false },
    [124] = { load_name, BCNET_VARIABLES },
    [STORE_VARIABLE] = { store_name, BCNET_VARIABLES },
    [126] = { forget_name, BCNET_VARIABLES },
    [127] = { set_line, 0 },
    [RAISE] = { give_up, 0 }, /* raise */
    [131] = { call, 0 },
    [132] = { make_function, 0 },
};

static void follow(machine_t *machine)
{
    unsigned opcode, number;

    machine->next = decode(machine->code, machine->next, &opcode, &number);
    if (machine->next > machine->code->length || opcode >= G_N_ELEMENTS(instructions) || !instructions[opcode].act)
        damaged(machine);
    else
        instructions[opcode].act(machine, number, instructions[opcode].which);
}

void bcnet_run_code(run_t *run, const bcnet_code_t *code)
{
    machine_t machine = { .run = run, .code = code, .stack = g_new(value_t, STACK_MAX) };

    run->depth++;
    while (!machine.ended && bcnet_run_step(run, machine.place, 1)) {
        if (machine.next >= code->length)
            damaged(&machine); /* code ends with a return */
        else
            follow(&machine);
    }
    run->depth--;
    g_free(machine.stack);
}
