/* Follows the code of a script from top to bottom and hands over its calls.
 *
 * Conditions that can be told choose a branch. What is not followed, a branch of which it cannot be told, a loop, the
 * handler of an error, is looked through: if something in it can change the ship, the script is refused, with the line.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "datagram/little-endian.h"
#include "mods/instructions.h"
#include "mods/script.h"

enum { STACK_MAX = 5000 /* as many values can stand in a list that a script writes down */ };

typedef struct {
    bcnet_script_t     *script;
    const bcnet_code_t *code;
    unsigned            next; /* the instruction that comes */
    bcnet_value_t      *stack;
    unsigned            height; /* of the stack */
    bool                ended;
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

/* The topmost values in the order in which they were pushed; good until the next push. NULL: not so many. */
static const bcnet_value_t *pop_many(bcnet_machine_t *machine, unsigned count)
{
    if (count > machine->height) {
        damaged(machine);
        return NULL;
    }
    machine->height -= count;
    return &machine->stack[machine->height];
}

static bcnet_value_t pop(bcnet_machine_t *machine)
{
    const bcnet_value_t *top = pop_many(machine, 1);

    return top ? *top : UNKNOWN_VALUE;
}

static void push(bcnet_machine_t *machine, bcnet_value_t value)
{
    if (machine->height < STACK_MAX)
        machine->stack[machine->height++] = value;
    else
        end_with(machine, "this list is too long");
}

static void duplicate(bcnet_machine_t *machine)
{
    const bcnet_value_t top = pop(machine);

    push(machine, top);
    push(machine, top);
}

/* The top goes below the next so many. */
static void rotate(bcnet_machine_t *machine, unsigned below)
{
    const bcnet_value_t top = pop(machine), *values = pop_many(machine, below);

    if (!values)
        return;
    memmove(&machine->stack[machine->height + 1], values, below * sizeof top);
    machine->stack[machine->height] = top;
    machine->height += below + 1;
}

/* ---- names and values ---- */

static const char *name_of(bcnet_machine_t *machine, const bcnet_names_t *names, unsigned number)
{
    if (number < names->count)
        return names->items[number];
    damaged(machine);
    return "";
}

/* Names of variables are those of a function, which stand in a list of their own. */
static const char *name_at(bcnet_machine_t *machine, unsigned instruction, unsigned number)
{
    const bool variable = instruction >= LOAD_VARIABLE && instruction <= DELETE_VARIABLE;

    return name_of(machine, variable ? &machine->code->variables : &machine->code->names, number);
}

static void store(bcnet_machine_t *machine, unsigned instruction, unsigned number)
{
    const bool  deleted = instruction == DELETE_NAME || instruction == DELETE_GLOBAL || instruction == DELETE_VARIABLE;
    const char *name = name_at(machine, instruction, number);

    bcnet_script_bind(machine->script, name, deleted ? UNKNOWN_VALUE : pop(machine),
                      instruction == STORE_GLOBAL || instruction == DELETE_GLOBAL);
}

static void load_constant(bcnet_machine_t *machine, unsigned number)
{
    if (number < machine->code->constant_count)
        push(machine, machine->code->constants[number]);
    else
        damaged(machine);
}

/* Attributes of the game's objects are not kept. */
static void store_attribute(bcnet_machine_t *machine, const char *name)
{
    pop(machine);
    if (bcnet_value_is_ships(pop(machine)) || bcnet_property_matters(name))
        bcnet_script_error(machine->script, "it cannot be told what this assigns to");
    else
        bcnet_script_note(machine->script, "this assignment is skipped");
}

static void store_item(bcnet_machine_t *machine)
{
    const bcnet_value_t key = pop(machine), container = pop(machine), value = pop(machine);
    bcnet_list_t       *list = container.list;

    if (container.kind == VALUE_TABLE) {
        bcnet_list_append(machine->script->arena, list, key);
        bcnet_list_append(machine->script->arena, list, value);
    } else if (container.kind == VALUE_LIST && key.kind == VALUE_INTEGER && key.integer >= 0 &&
               (unsigned)key.integer < list->count) {
        list->items[key.integer] = value;
    } else if (container.kind == VALUE_LIST || bcnet_value_is_ships(value)) {
        bcnet_script_error(machine->script, "it cannot be told what this assigns to");
    }
}

static void unpack(bcnet_machine_t *machine, unsigned count)
{
    const bcnet_value_t list = pop(machine);
    const bool          fits = list.kind == VALUE_LIST && list.list->count == count;

    for (unsigned i = count; i > 0; i--)
        push(machine, fits ? list.list->items[i - 1] : UNKNOWN_VALUE);
}

static void build(bcnet_machine_t *machine, bcnet_value_kind_t kind, unsigned count)
{
    const bcnet_value_t *items = pop_many(machine, count);

    push(machine, LIST_VALUE(kind, bcnet_list_new(machine->script->arena, items, items ? count : 0)));
}

static void calculate(bcnet_machine_t *machine, unsigned sign)
{
    const bcnet_value_t right = pop(machine), left = pop(machine);

    push(machine, bcnet_value_calculate(machine->script->arena, sign, left, right));
}

static void compare(bcnet_machine_t *machine, unsigned number)
{
    const bcnet_value_t right = pop(machine), left = pop(machine);

    push(machine, bcnet_value_of_truth(bcnet_value_compare(number, left, right)));
}

static void negate(bcnet_machine_t *machine)
{
    const bcnet_value_t value = pop(machine);

    push(machine, bcnet_value_calculate(machine->script->arena, '-',
                                        value.kind == VALUE_NUMBER ? NUMBER_VALUE(-0.0) : INTEGER_VALUE(0), value));
}

/* ---- what is skipped ---- */

static void depends(bcnet_machine_t *machine, const char *on)
{
    if (machine->script->lenient || machine->script->helpers > 0)
        return;
    bcnet_script_error(machine->script, "%s, and the ship may depend on it", on);
    machine->ended = true;
}

/* The instruction at a place and its number; the place of the next one is returned. */
static unsigned decode(const bcnet_code_t *code, unsigned at, unsigned *instruction, unsigned *number)
{
    *instruction = code->bytes[at];
    *number = 0;
    if (*instruction < FIRST_WITH_NUMBER)
        return at + 1;
    if (code->length - at >= 3)
        *number = bcnet_le16(&code->bytes[at + 1]);
    return at + 3;
}

/* A list on which a method is called may be another one then. */
static bool load_matters(bcnet_machine_t *machine, const char *name, bool attribute, unsigned following)
{
    bcnet_value_t value = UNKNOWN_VALUE;

    if (!attribute && following == LOAD_ATTRIBUTE && bcnet_script_find(machine->script, name, &value) &&
        (value.kind == VALUE_LIST || value.kind == VALUE_REGISTRY))
        bcnet_script_bind(machine->script, name, UNKNOWN_VALUE, false);
    return bcnet_script_name_matters(machine->script, name, attribute,
                                     following == LOAD_ATTRIBUTE || following == PRINT_ITEM);
}

static bool instruction_matters(bcnet_machine_t *machine, unsigned instruction, unsigned number, unsigned following)
{
    if (instruction >= STORE_SLICE && instruction <= DELETE_SUBSCRIPT)
        return true; /* a list may be another one */
    switch (instruction) {
    case RETURN_VALUE:
    case EXEC:
    case RAISE:
        return true;
    case IMPORT_NAME:
        return bcnet_script_is_there(machine->script, name_at(machine, instruction, number));
    case LOAD_NAME:
    case LOAD_GLOBAL:
    case LOAD_VARIABLE:
    case LOAD_ATTRIBUTE:
        return load_matters(machine, name_at(machine, instruction, number), instruction == LOAD_ATTRIBUTE, following);
    case STORE_NAME:
    case STORE_GLOBAL:
    case STORE_VARIABLE:
    case DELETE_NAME:
        bcnet_script_bind(machine->script, name_at(machine, instruction, number), UNKNOWN_VALUE,
                          instruction == STORE_GLOBAL);
        return false;
    default:
        return false;
    }
}

/* Looks through code that is not followed, up to a place or to the end of the handler that begins there; what it would
 * store is unknown from now on. True when the ship may depend on it; `loop`: leaving a loop is its own business. */
static bool skip(bcnet_machine_t *machine, unsigned from, unsigned to, bool loop)
{
    bool     matters = false;
    int      handlers = 0; /* within this one */
    unsigned instruction, number;

    while (from < MIN(to, machine->code->length) && handlers >= 0 && bcnet_script_step(machine->script, 1)) {
        from = decode(machine->code, from, &instruction, &number);
        handlers += (instruction == SETUP_EXCEPT || instruction == SETUP_FINALLY) - (instruction == END_FINALLY);
        loop = loop || instruction == SETUP_LOOP;
        matters = ((instruction == BREAK_LOOP || instruction == JUMP_ABSOLUTE) && !loop) ||
                  instruction_matters(machine, instruction, number,
                                      from < machine->code->length ? machine->code->bytes[from] : 0) ||
                  matters;
    }
    return matters;
}

static void skip_loop(bcnet_machine_t *machine, unsigned number)
{
    if (skip(machine, machine->next, machine->next + number, true))
        depends(machine, "this is not followed");
    else
        bcnet_script_note(machine->script, "this is not followed; it is skipped");
}

/* Nothing goes wrong in what is tried; whether it would in the game cannot be told. */
static void begin_try(bcnet_machine_t *machine, unsigned number)
{
    if (skip(machine, machine->next + number, G_MAXUINT, false))
        depends(machine, "what is done about errors here is not followed");
}

/* ---- the way through the code ---- */

static void jump(bcnet_machine_t *machine, unsigned distance)
{
    if (distance < machine->code->length - machine->next)
        machine->next += distance;
    else
        damaged(machine);
}

/* Whether the code that a condition jumps to is the other branch of an if statement. Both branches begin with the
 * removal of the condition, and the first one ends with a jump over the second one: to *end. */
static bool is_if(const bcnet_machine_t *machine, unsigned target, unsigned *end)
{
    const uint8_t *bytes = machine->code->bytes;

    if (bytes[target] != POP_TOP || target < machine->next + 3 || bytes[target - 3] != JUMP_FORWARD)
        return false;
    *end = target + bcnet_le16(&bytes[target - 2]);
    return true;
}

static void jump_unknown(bcnet_machine_t *machine, unsigned target)
{
    unsigned   end = target;
    const bool branches = is_if(machine, target, &end);
    bool       matters = skip(machine, machine->next, branches ? target - 3 : target, false);

    matters = (branches && skip(machine, target, end, false)) || matters;
    if (matters)
        depends(machine, "it cannot be told whether this holds");
    else if (branches)
        bcnet_script_note(machine->script, "it cannot be told whether this holds; what depends on it is skipped");
    pop(machine);
    if (!branches)
        push(machine, UNKNOWN_VALUE); /* "and", "or" */
    machine->next = end;
}

static void jump_when(bcnet_machine_t *machine, bcnet_truth_t decisive, unsigned distance)
{
    const bcnet_truth_t truth = machine->height > 0 ? bcnet_value_truth(machine->stack[machine->height - 1])
                                                    : TRUTH_UNKNOWN;

    if (machine->height == 0 || distance >= machine->code->length - machine->next)
        damaged(machine);
    else if (truth == TRUTH_UNKNOWN)
        jump_unknown(machine, machine->next + distance);
    else if (truth == decisive)
        machine->next += distance;
}

/* ---- modules and functions ---- */

/* from a.b import c takes the module itself, import a.b its first package. */
static void import_name(bcnet_machine_t *machine, unsigned number)
{
    const char *path = name_at(machine, IMPORT_NAME, number);
    const bool  from = machine->next < machine->code->length && machine->code->bytes[machine->next] == IMPORT_FROM;

    if (!machine->ended)
        push(machine, from ? bcnet_script_import(machine->script, path) : bcnet_script_package(machine->script, path));
}

static void import_from(bcnet_machine_t *machine, unsigned number)
{
    const bcnet_value_t module = pop(machine);

    bcnet_script_import_from(machine->script, module, name_at(machine, IMPORT_FROM, number));
    push(machine, module);
}

static void make_function(bcnet_machine_t *machine, unsigned number)
{
    bcnet_arena_t      *arena = machine->script->arena;
    const bcnet_value_t code = pop(machine), *defaults = pop_many(machine, number);
    bcnet_function_t   *function = BCNET_ARENA_NEW(arena, bcnet_function_t);

    if (code.kind != VALUE_CODE || !defaults || number > code.code->parameters) {
        damaged(machine);
        return;
    }
    *function = (bcnet_function_t){ code.code, bcnet_arena_copy(arena, defaults, number * sizeof *defaults), number,
                                    machine->script->module };
    push(machine,
         code.code->any_arguments ? UNKNOWN_VALUE : (bcnet_value_t){ .kind = VALUE_FUNCTION, .function = function });
}

/* The low byte of the number counts arguments by position, the high byte those by name. */
static void call(bcnet_machine_t *machine, unsigned number)
{
    const unsigned       positions = number & 0xFF, count = positions + (number >> 8);
    const bcnet_value_t *given = pop_many(machine, positions + 2 * (number >> 8));
    bcnet_value_t        values[2 * UINT8_MAX], callee;
    const char          *names[2 * UINT8_MAX];

    for (unsigned i = 0; given && i < count; i++) {
        const bcnet_value_t *name = i < positions ? NULL : &given[positions + 2 * (i - positions)];

        values[i] = name ? name[1] : given[i];
        names[i] = name && name->kind == VALUE_TEXT ? name->text : NULL;
    }
    callee = pop(machine);
    if (!machine->ended)
        push(machine, bcnet_script_call(machine->script, callee, values, names, count));
}

/* ---- all instructions ---- */

/* What only takes values from the stack, and gives one of which nothing is known; false for other instructions. */
static bool follow_unknown(bcnet_machine_t *machine, unsigned instruction)
{
    static const struct {
        uint8_t known, takes, gives;
    } effects[] = {
        [POP_TOP] = { 1, 1, 0 },           [UNARY_POSITIVE] = { 1, 0, 0 },     [UNARY_CONVERT] = { 1, 1, 1 },
        [UNARY_INVERT] = { 1, 1, 1 },      [BINARY_POWER] = { 1, 2, 1 },       [SLICE] = { 1, 1, 1 },
        [SLICE + 1] = { 1, 2, 1 },         [SLICE + 2] = { 1, 2, 1 },          [SLICE + 3] = { 1, 3, 1 },
        [BINARY_LEFT_SHIFT] = { 1, 2, 1 }, [BINARY_RIGHT_SHIFT] = { 1, 2, 1 }, [PRINT_EXPRESSION] = { 1, 1, 0 },
        [PRINT_ITEM] = { 1, 1, 0 },        [PRINT_NEWLINE] = { 1, 0, 0 },      [LOAD_LOCALS] = { 1, 0, 1 },
        [POP_BLOCK] = { 1, 0, 0 },         [END_FINALLY] = { 1, 1, 0 },        [BUILD_CLASS] = { 1, 3, 1 },
        [DELETE_ATTRIBUTE] = { 1, 1, 0 },  [SETUP_FINALLY] = { 1, 0, 0 }
    };

    if (instruction >= G_N_ELEMENTS(effects) || !effects[instruction].known)
        return false;
    pop_many(machine, effects[instruction].takes);
    if (effects[instruction].gives)
        push(machine, UNKNOWN_VALUE);
    return true;
}

/* What computes a value of others; false for other instructions. */
static bool follow_operator(bcnet_machine_t *machine, unsigned instruction)
{
    static const char signs[] = { [BINARY_MULTIPLY] = '*', [BINARY_DIVIDE] = '/',   [BINARY_MODULO] = '%',
                                  [BINARY_ADD] = '+',      [BINARY_SUBTRACT] = '-', [BINARY_SUBSCRIPT] = '[',
                                  [BINARY_AND] = '&',      [BINARY_XOR] = '^',      [BINARY_OR] = '|' };

    if (instruction < sizeof signs && signs[instruction] != '\0')
        calculate(machine, (unsigned char)signs[instruction]);
    else if (instruction == UNARY_NEGATIVE)
        negate(machine);
    else if (instruction == UNARY_NOT)
        push(machine, bcnet_value_of_truth(bcnet_truth_opposite(bcnet_value_truth(pop(machine)))));
    else
        return false;
    return true;
}

static void follow_other(bcnet_machine_t *machine, unsigned instruction, unsigned number)
{
    switch (instruction) {
    case ROT_TWO:
    case ROT_THREE:
        rotate(machine, instruction - 1);
        break;
    case DUP_TOP:
        duplicate(machine);
        break;
    case STORE_SUBSCRIPT:
        store_item(machine);
        break;
    case RETURN_VALUE:
        machine->script->returned = pop(machine);
        machine->ended = true;
        break;
    case STORE_NAME:
    case STORE_GLOBAL:
    case STORE_VARIABLE:
    case DELETE_NAME:
    case DELETE_GLOBAL:
    case DELETE_VARIABLE:
        store(machine, instruction, number);
        break;
    case UNPACK_TUPLE:
    case UNPACK_LIST:
        unpack(machine, number);
        break;
    case STORE_ATTRIBUTE:
        store_attribute(machine, name_at(machine, instruction, number));
        break;
    case LOAD_CONSTANT:
        load_constant(machine, number);
        break;
    case LOAD_NAME:
    case LOAD_GLOBAL:
    case LOAD_VARIABLE:
        push(machine, bcnet_script_look_up(machine->script, name_at(machine, instruction, number)));
        break;
    case BUILD_TUPLE:
    case BUILD_LIST:
        build(machine, VALUE_LIST, number);
        break;
    case BUILD_MAP: /* empty: what stands in it is stored item by item */
        build(machine, VALUE_TABLE, 0);
        break;
    case LOAD_ATTRIBUTE:
        push(machine, bcnet_script_attribute(machine->script, pop(machine), name_at(machine, instruction, number)));
        break;
    case COMPARE:
        compare(machine, number);
        break;
    case IMPORT_NAME:
        import_name(machine, number);
        break;
    case IMPORT_FROM:
        import_from(machine, number);
        break;
    case JUMP_FORWARD:
        jump(machine, number);
        break;
    case JUMP_IF_FALSE:
    case JUMP_IF_TRUE:
        jump_when(machine, instruction == JUMP_IF_TRUE ? TRUTH_YES : TRUTH_NO, number);
        break;
    case SETUP_LOOP:
        skip_loop(machine, number);
        jump(machine, number);
        break;
    case SETUP_EXCEPT:
        begin_try(machine, number);
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
    default: /* exec, raise, changes of parts of lists; JUMP_ABSOLUTE only stands in loops */
        end_with(machine, "this is not followed");
        break;
    }
}

static void follow(bcnet_machine_t *machine)
{
    unsigned instruction, number;

    machine->next = decode(machine->code, machine->next, &instruction, &number);
    if (machine->next >= machine->code->length && instruction != RETURN_VALUE)
        damaged(machine); /* code ends with a return */
    else if (!follow_unknown(machine, instruction) && !follow_operator(machine, instruction))
        follow_other(machine, instruction, number);
}

void bcnet_follow(bcnet_script_t *script, const bcnet_code_t *code)
{
    bcnet_machine_t machine = { .script = script, .code = code, .stack = g_new(bcnet_value_t, STACK_MAX) };

    script->depth++;
    if (code->length == 0)
        damaged(&machine);
    while (!machine.ended && bcnet_script_step(script, 1))
        follow(&machine);
    script->depth--;
    g_free(machine.stack);
}

/* The argument of a parameter; false when it is not given. */
static bool find_argument(const bcnet_value_t *values, const char *const *names, unsigned count, unsigned position,
                          const char *name, bcnet_value_t *value)
{
    bool found = false;

    for (unsigned i = 0; i < count; i++) {
        if (names && names[i] ? strcmp(names[i], name) == 0 : i == position) {
            *value = values[i];
            found = true;
        }
    }
    return found;
}

bcnet_value_t bcnet_follow_function(bcnet_script_t *script, const bcnet_function_t *function,
                                    const bcnet_value_t *values, const char *const *names, unsigned count)
{
    const bcnet_code_t *code = function->code;
    bcnet_module_t     *module = script->module;
    GHashTable         *locals = script->locals;
    const unsigned      line = script->line;
    bcnet_value_t       returned;

    script->module = function->module;
    script->locals = g_hash_table_new(NULL, NULL);
    script->returned = NONE_VALUE;
    for (unsigned i = 0; i < code->parameters; i++) {
        const unsigned missing = code->parameters - function->default_count;
        bcnet_value_t  value = UNKNOWN_VALUE;

        if (!find_argument(values, names, count, i, code->variables.items[i], &value) && i >= missing)
            value = function->defaults[i - missing];
        bcnet_script_bind(script, code->variables.items[i], value, false);
    }
    bcnet_follow(script, code);
    returned = script->returned;
    script->returned = NONE_VALUE;
    g_hash_table_destroy(script->locals);
    script->locals = locals;
    script->module = module;
    script->line = line;
    return returned;
}
