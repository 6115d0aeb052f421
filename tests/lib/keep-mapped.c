/* keep-mapped.c
 * Preloaded into sanitizer runs: plugins stay mapped, so that reports about leaks can name functions.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
int dlclose(void *handle);

int dlclose(void *handle)
{
    (void)handle;
    return 0;
}
