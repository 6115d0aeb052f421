/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All layouts in force: the stock ones and the user's files. */
#include <string.h>

#include "reading/small-file.h"
#include "ships/layout-private.h"

struct bcnet_layouts {
    GPtrArray      *all; /* sorted by species, then name; layouts without a species last */
    GPtrArray      *unknown; /* of which nothing but the number is known */
    GPtrArray      *replaced; /* whose number one with more weight has taken */
    bcnet_layout_t *by_species[UINT8_MAX + 1]; /* of all lists: the first one, behind it the others */
};

static gint compare_layouts(gconstpointer a, gconstpointer b)
{
    const bcnet_layout_t *left = *(const bcnet_layout_t *const *)a;
    const bcnet_layout_t *right = *(const bcnet_layout_t *const *)b;
    int                   order =
        (left->species == 0 ? UINT8_MAX + 1 : left->species) - (right->species == 0 ? UINT8_MAX + 1 : right->species);

    if (order == 0)
        order = g_ascii_strcasecmp(left->name, right->name);
    return order != 0 ? order : strcmp(left->key, right->key);
}

/* Where a layout belongs in the list. */
static int place_of(const bcnet_layouts_t *layouts, const bcnet_layout_t *layout)
{
    unsigned low = 0, high = layouts->all->len;

    while (low < high) {
        unsigned middle = (low + high) / 2;

        if (compare_layouts(&layouts->all->pdata[middle], &layout) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return (int)low;
}

/* What the user wrote counts more than what the game's folder says, and that more than what is built in. */
static unsigned weight_of(const bcnet_layout_t *layout)
{
    return layout->stock ? 0 : layout->from_game ? 1 : 2;
}

/* Those of less weight are there only for ships that none with more can be. */
static void replace(bcnet_layouts_t *layouts, bcnet_layout_t *layout)
{
    guint place;

    if (g_ptr_array_find(layouts->all, layout, &place))
        g_ptr_array_add(layouts->replaced, g_ptr_array_steal_index(layouts->all, place));
}

static void take_number(bcnet_layouts_t *layouts, bcnet_layout_t *layout)
{
    bcnet_layout_t **place = &layouts->by_species[layout->species];

    while (*place && weight_of(*place) >= weight_of(layout))
        place = &(*place)->also;
    layout->also = *place;
    *place = layout;
    for (bcnet_layout_t *other = layout->also; other; other = other->also)
        replace(layouts, other);
}

static void insert(bcnet_layouts_t *layouts, bcnet_layout_t *layout)
{
    if (layout->species != 0)
        take_number(layouts, layout);
    if (layout->unknown)
        g_ptr_array_add(layouts->unknown, layout);
    else
        g_ptr_array_insert(layouts->all, place_of(layouts, layout), layout);
}

static void add_stock(bcnet_layouts_t *layouts, const bcnet_builtin_layout_t *builtin)
{
    GPtrArray      *problems = g_ptr_array_new_with_free_func(g_free);
    bcnet_layout_t *layout = bcnet_layout_parse("built in", builtin->key, builtin->text, builtin->length, problems);

    if (layout) {
        layout->stock = true;
        for (unsigned i = 0; i < layout->variant_count; i++)
            layout->variants[i]->stock = true;
        insert(layouts, layout);
    } else { /* The tests read every stock file, so this is a damaged binary at most. */
        g_warning("The stock layout %s cannot be used. %s.", builtin->key, (char *)g_ptr_array_index(problems, 0));
    }
    g_ptr_array_free(problems, TRUE);
}

bcnet_layouts_t *bcnet_layouts_new(void)
{
    bcnet_layouts_t *layouts = g_new0(bcnet_layouts_t, 1);

    layouts->all = g_ptr_array_new_with_free_func((GDestroyNotify)bcnet_layout_free);
    layouts->unknown = g_ptr_array_new_with_free_func((GDestroyNotify)bcnet_layout_free);
    layouts->replaced = g_ptr_array_new_with_free_func((GDestroyNotify)bcnet_layout_free);
    for (unsigned i = 0; i < bcnet_builtin_layout_count; i++)
        add_stock(layouts, &bcnet_builtin_layouts[i]);
    return layouts;
}

void bcnet_layouts_free(bcnet_layouts_t *layouts)
{
    if (!layouts)
        return;
    g_ptr_array_free(layouts->all, TRUE);
    g_ptr_array_free(layouts->unknown, TRUE);
    g_ptr_array_free(layouts->replaced, TRUE);
    g_free(layouts);
}

const bcnet_layout_t *bcnet_layouts_find(const bcnet_layouts_t *layouts, size_t offset, const char *text)
{
    for (unsigned i = 0; i < layouts->all->len; i++) {
        const bcnet_layout_t *layout = g_ptr_array_index(layouts->all, i);
        const char           *own = G_STRUCT_MEMBER(char *, layout, offset);

        if (own && g_ascii_strcasecmp(own, text) == 0)
            return layout;
    }
    return NULL;
}

/* Names of layouts are unique; that of a stock layout may only be taken by the same ship, or when it has no number. */
static bool take_key(const bcnet_layout_t *layout, bcnet_layout_t *holder, GPtrArray *problems)
{
    if (holder->stock && (holder->species == 0 || holder->species == layout->species))
        return true;
    if (holder->from_game && !layout->from_game) {
        char *key = g_strdup_printf("%s-%d", holder->key, holder->species);

        g_free(holder->key);
        holder->key = key;
        return true;
    }
    if (holder->stock)
        bcnet_layout_report(problems, layout->origin, "Ship", "Species",
                            "a stock ship is called \"%s\" too, but has species %d: rename the file", holder->key,
                            holder->species);
    else
        bcnet_layout_report(problems, layout->origin, NULL, NULL, "a file of the same name was read before: %s",
                            holder->origin);
    return false;
}

bool bcnet_layouts_add(bcnet_layouts_t *layouts, bcnet_layout_t *layout, GPtrArray *problems)
{
    bcnet_layout_t *same_key =
        (bcnet_layout_t *)bcnet_layouts_find(layouts, G_STRUCT_OFFSET(bcnet_layout_t, key), layout->key);

    if (same_key && !take_key(layout, same_key, problems)) {
        bcnet_layout_free(layout);
        return false;
    }
    if (same_key && same_key->stock && same_key->species == 0)
        g_ptr_array_remove(layouts->all, same_key);
    insert(layouts, layout);
    return true;
}

bcnet_layout_t *bcnet_layout_load(const char *path, GPtrArray *problems)
{
    char           *base = g_path_get_basename(path);
    GError         *error = NULL;
    size_t          length = 0;
    char           *text = bcnet_read_small_file(path, BCNET_LAYOUT_FILE_MAX, &length, &error);
    bcnet_layout_t *layout = NULL;

    if (g_str_has_suffix(base, ".ini"))
        base[strlen(base) - strlen(".ini")] = '\0';
    if (text)
        layout = bcnet_layout_parse(path, base, text, length, problems);
    else
        bcnet_layout_report(problems, path, NULL, NULL, "%s", error->message);
    g_clear_error(&error);
    g_free(text);
    g_free(base);
    return layout;
}

unsigned bcnet_layouts_add_folder(bcnet_layouts_t *layouts, const char *folder, GPtrArray *problems)
{
    GError    *error = NULL;
    GPtrArray *paths = bcnet_list_files(folder, ".ini", &error);
    unsigned   added = 0;

    if (error && !g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
        bcnet_layout_report(problems, folder, NULL, NULL, "%s", error->message);
    g_clear_error(&error);
    for (unsigned i = 0; i < paths->len; i++) {
        bcnet_layout_t *layout = bcnet_layout_load(g_ptr_array_index(paths, i), problems);
        added += layout && bcnet_layouts_add(layouts, layout, problems);
    }
    g_ptr_array_free(paths, TRUE);
    return added;
}

const bcnet_layout_t *bcnet_layouts_by_species(const bcnet_layouts_t *layouts, unsigned species)
{
    const bcnet_layout_t *layout = species <= UINT8_MAX ? layouts->by_species[species] : NULL;

    return layout && !layout->unknown ? layout : NULL;
}

const bcnet_layout_t *bcnet_layouts_unknown(const bcnet_layouts_t *layouts, unsigned species)
{
    const bcnet_layout_t *layout = species <= UINT8_MAX ? layouts->by_species[species] : NULL;

    return layout && layout->unknown ? layout : NULL;
}

/* How well a name fits: 3 key, 2 display name, 1 script name, each better for a user's file. */
static unsigned name_rank(const bcnet_layout_t *layout, const char *name)
{
    const char *const names[] = { layout->script, layout->name, layout->key };

    for (unsigned i = G_N_ELEMENTS(names); i > 0; i--)
        if (names[i - 1] && g_ascii_strcasecmp(names[i - 1], name) == 0)
            return 2 * i + !layout->stock;
    return 0;
}

const bcnet_layout_t *bcnet_layouts_by_name(const bcnet_layouts_t *layouts, const char *name)
{
    const bcnet_layout_t *best = NULL;
    unsigned              best_rank = 0;

    for (unsigned i = 0; i < layouts->all->len; i++) {
        const bcnet_layout_t *layout = g_ptr_array_index(layouts->all, i);
        unsigned              rank = name_rank(layout, name);

        if (rank > best_rank) {
            best = layout;
            best_rank = rank;
        }
    }
    return best;
}

unsigned bcnet_layouts_count(const bcnet_layouts_t *layouts)
{
    return layouts->all->len;
}

const bcnet_layout_t *bcnet_layouts_get(const bcnet_layouts_t *layouts, unsigned index)
{
    return index < layouts->all->len ? g_ptr_array_index(layouts->all, index) : NULL;
}
