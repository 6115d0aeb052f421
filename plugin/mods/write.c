/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A layout as a hardpoint script, for parents of which there is only the built-in layout. */
#include <string.h>

#include "mods/hardpoint.h"

typedef struct {
    GString *made; /* the module's statements */
    GString *added; /* the lines of LoadPropertySet */
} bcnet_written_t;

static void set_number(GString *text, const char *method, const char *facing, float value)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];

    g_string_append_printf(text, "p.%s(%s%s)\n", method, facing, g_ascii_dtostr(number, sizeof number, (double)value));
}

/* The property of an object; entries of the list are systems, with `child` their children. */
static void write_property(bcnet_written_t *script, const bcnet_subsystem_t *system, const bcnet_child_t *child)
{
    static const char *const facings[BCNET_FACINGS] = { "0, ", "1, ", "2, ", "3, ", "4, ", "5, " };
    const bcnet_class_t      class_id = child ? child->class_id : system->class_id;
    char                    *name = g_strescape(child ? child->name : system->name, NULL);
    int                      weapon_type = BCNET_WEAPON_TYPES - 1;

    while (weapon_type > 0 && bcnet_weapon_class(weapon_type) != class_id)
        weapon_type--;
    g_string_append_printf(script->made, "p = App.%s_Create(\"%s\")\np.SetPrimary(%d)\n",
                           bcnet_property_of_class(class_id), name, child || system->primary);
    if (weapon_type != 0)
        g_string_append_printf(script->made, "p.SetWeaponSystemType(%d)\n", weapon_type);
    if (class_id == BCNET_CLASS_ENGINE)
        g_string_append_printf(script->made, "p.SetEngineType(%d)\n", system->class_id == BCNET_CLASS_WARP);
    set_number(script->made, "SetMaxCondition", "", child ? child->max_condition : system->max_condition);
    for (unsigned i = 0; !child && system->shields_known && i < BCNET_FACINGS; i++)
        set_number(script->made, "SetMaxShields", facings[i], system->max_shields[i]);
    set_number(script->made, "SetMainBatteryLimit", "", child ? 0 : system->main_battery);
    set_number(script->made, "SetBackupBatteryLimit", "", child ? 0 : system->backup_battery);
    g_string_append(script->made, "App.g_kModelPropertyManager.RegisterLocalTemplate(p)\n");
    g_string_append_printf(script->added,
                           " o.AddToSet(\"Scene Root\", App.g_kModelPropertyManager.FindByName(\"%s\"))\n", name);
    g_free(name);
}

char *bcnet_hardpoint_write(const bcnet_layout_t *layout)
{
    bcnet_written_t script = { g_string_new("import App\n"), g_string_new("def LoadPropertySet(o):\n") };

    for (unsigned k = 1; k <= layout->object_count; k++) {
        const bcnet_subsystem_t *system;
        const bcnet_child_t     *child;

        if (bcnet_layout_find_object(layout, k, &system, &child))
            write_property(&script, system, child);
    }
    g_string_append_len(script.made, script.added->str, (gssize)script.added->len);
    g_string_free(script.added, TRUE);
    return g_string_free(script.made, FALSE);
}
