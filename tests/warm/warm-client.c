/* warm-client.c
 * Stands for a run of tshark: hands arguments, folder and files to a warm tshark, and ends as the run ends.
 *
 * Usage: warm-client SOCKET PROGRAM [ARGUMENT...]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "warm.h"

static void fail(const char *what)
{
    perror(what);
    exit(126);
}

static int connected(const char *path)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    int                server = socket(AF_UNIX, SOCK_SEQPACKET, 0);

    if (strlen(path) >= sizeof address.sun_path) {
        fail(path);
    }
    memcpy(address.sun_path, path, strlen(path) + 1);
    if (server < 0 || connect(server, (struct sockaddr *)&address, sizeof address) != 0) {
        fail(path);
    }
    return server;
}

/* The folder and the arguments, each with its end. */
static size_t words(char *text, int argc, char **argv)
{
    size_t length;

    if (getcwd(text, WARM_TEXT) == NULL) {
        fail("getcwd");
    }
    length = strlen(text) + 1;
    for (int i = 0; i < argc; i++) {
        size_t more = strlen(argv[i]) + 1;

        if (argc > WARM_WORDS || length + more > WARM_TEXT) {
            fprintf(stderr, "warm-client: more arguments than fit\n");
            exit(126);
        }
        memcpy(text + length, argv[i], more);
        length += more;
    }
    return length;
}

static void ask(int server, int argc, char **argv)
{
    static char text[WARM_TEXT];
    static int  files[WARM_FILES] = { STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO };
    union {
        struct cmsghdr head;
        char           room[CMSG_SPACE(sizeof files)];
    } control = { .head = { .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof files) } };
    struct iovec  said = { text, words(text, argc, argv) };
    struct msghdr message = {
        .msg_iov = &said, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control
    };

    memcpy(CMSG_DATA(&control.head), files, sizeof files);
    if (sendmsg(server, &message, 0) < 0) {
        fail("sendmsg");
    }
}

/* Ends by a signal as the run did, without a core of this program. */
static void end_by(int number)
{
    struct rlimit none = { 0, 0 };

    setrlimit(RLIMIT_CORE, &none);
    signal(number, SIG_DFL);
    raise(number);
}

int main(int argc, char **argv)
{
    int status, server;

    if (argc < 3) {
        fprintf(stderr, "Usage: warm-client SOCKET PROGRAM [ARGUMENT...]\n");
        return 2;
    }
    server = connected(argv[1]);
    ask(server, argc - 2, argv + 2);
    if (read(server, &status, sizeof status) != (ssize_t)sizeof status) {
        fprintf(stderr, "warm-client: the warm tshark went away\n");
        return 126;
    }
    if (WIFSIGNALED(status)) {
        end_by(WTERMSIG(status));
    }
    return WEXITSTATUS(status);
}
