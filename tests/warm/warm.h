/* warm.h
 * What a client and the warm tshark say to each other, over a socket of whole messages.
 *
 * The client sends one Request with its three standard files; the answer is the status as waitpid() tells it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_TESTS_WARM_H
#define BCNET_TESTS_WARM_H

#define WARM_SOCKET "BCNET_WARM" /* the variable with the number of the server's listening socket */

enum {
    WARM_TEXT = 64 * 1024, /* bytes of all arguments; the first text is the folder the client is in */
    WARM_WORDS = 512,
    WARM_FILES = 3
};

#endif
