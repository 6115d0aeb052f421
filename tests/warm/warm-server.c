/* warm-server.c
 * Preloaded into tshark: a tshark that has registered its dissectors, and becomes a run of tshark for each client.
 *
 * Four fifths of a short run of tshark go into registering some three thousand dissectors, ours among them. Here
 * tshark starts without arguments, and where it has just registered them it waits; for every client it forks, and the
 * child begins main() again, with the client's arguments, folder and files. All that depends on those happens in the
 * child, as ever, preferences included; only epan_init() and wtap_init() are not done twice. Nothing that a run
 * remembers is seen by the next one.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "warm.h"

typedef int main_function(int argc, char **argv, char **environment);
typedef int start_function(main_function *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
                           void (*rtld_fini)(void), void *stack_end);

typedef struct {
    int   connection;
    int   watch; /* a pipe that the child holds open as long as it lives: valgrind has no pidfd */
    pid_t child;
} Job;

enum { JOBS = 8, PARENT = 0, DOOR = 1, FIRST_JOB = 2 };

static main_function *tshark_main;
static char         **tshark_environment;
static bool           registered;

long epan_init(long callback, long data, long load_plugins, long more);
void wtap_init(int load_plugins);
int  __libc_start_main(main_function *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
                       void (*rtld_fini)(void), void *stack_end);

static void fail(const char *what)
{
    perror(what);
    _exit(1);
}

static void *next(const char *name)
{
    void *symbol = dlsym(RTLD_NEXT, name);

    if (symbol == NULL) {
        fail(name);
    }
    return symbol;
}

/* Becomes a run with the words of a client: its folder, then the arguments from the program's name on. */
static void become(char *text, size_t length, const int *files)
{
    static char *argv[WARM_WORDS + 1];
    int          argc = 0;

    for (int i = 0; i < WARM_FILES; i++) {
        if (dup2(files[i], i) < 0) {
            fail("dup2");
        }
        close(files[i]);
    }
    if (chdir(text) != 0) {
        fail(text);
    }
    for (char *word = text + strlen(text) + 1; word < text + length && argc < WARM_WORDS; word += strlen(word) + 1) {
        argv[argc++] = word;
    }
    *(int *)next("ws_optind") = 1;
    *(int *)next("ws_optreset") = 1;
    exit(tshark_main(argc, argv, tshark_environment));
}

/* The length of the client's words, and its files; 0 when it went away. */
static ssize_t receive(int connection, char *text, int *files)
{
    union {
        struct cmsghdr head;
        char           room[CMSG_SPACE(WARM_FILES * sizeof(int))];
    } control;
    struct iovec  words = { text, WARM_TEXT };
    struct msghdr message = {
        .msg_iov = &words, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control
    };
    ssize_t length = recvmsg(connection, &message, 0);

    if (length <= 0 || CMSG_FIRSTHDR(&message) == NULL) {
        return 0;
    }
    memcpy(files, CMSG_DATA(CMSG_FIRSTHDR(&message)), WARM_FILES * sizeof(int));
    text[length - 1] = '\0';
    return length;
}

/* Starts a run for whoever is at the door. */
static void begin(int door, Job *job)
{
    static char text[WARM_TEXT];
    int         files[WARM_FILES], life[2];
    ssize_t     length;

    job->connection = accept(door, NULL, NULL);
    length = receive(job->connection, text, files);
    if (length == 0) {
        close(job->connection);
        job->connection = -1;
        return;
    }
    if (pipe(life) != 0 || (job->child = fork()) < 0) {
        fail("fork");
    }
    if (job->child == 0) {
        close(door);
        close(job->connection);
        close(life[0]);
        become(text, (size_t)length, files);
    }
    close(life[1]);
    job->watch = life[0];
    for (int i = 0; i < WARM_FILES; i++) {
        close(files[i]);
    }
}

/* Says how a run ended. */
static void end(Job *job)
{
    int status;

    if (waitpid(job->child, &status, 0) != job->child) {
        fail("waitpid");
    }
    (void)!write(job->connection, &status, sizeof status); /* a client that is gone is no trouble */
    close(job->connection);
    close(job->watch);
    job->connection = -1;
}

static void attend(Job *job, const struct pollfd *connection, const struct pollfd *watch)
{
    if (job->connection < 0) {
        return;
    }
    if (connection->revents != 0) {
        kill(job->child, SIGKILL); /* the client was stopped, or took too long */
    }
    if (watch->revents != 0 || connection->revents != 0) {
        end(job);
    }
}

/* Runs for clients, until the test that started it ends and with it the pipe at its standard input. */
static void serve(int door)
{
    Job           jobs[JOBS];
    struct pollfd polled[FIRST_JOB + 2 * JOBS];

    for (int i = 0; i < JOBS; i++) {
        jobs[i].connection = -1;
    }
    while (true) {
        Job *free_job = NULL;

        for (int i = 0; i < JOBS; i++) {
            bool busy = jobs[i].connection >= 0;

            polled[FIRST_JOB + 2 * i] = (struct pollfd){ busy ? jobs[i].connection : -1, POLLIN, 0 };
            polled[FIRST_JOB + 2 * i + 1] = (struct pollfd){ busy ? jobs[i].watch : -1, POLLIN, 0 };
            free_job = busy ? free_job : &jobs[i];
        }
        polled[PARENT] = (struct pollfd){ STDIN_FILENO, POLLIN, 0 };
        polled[DOOR] = (struct pollfd){ free_job != NULL ? door : -1, POLLIN, 0 };
        if (poll(polled, FIRST_JOB + 2 * JOBS, -1) < 0) {
            fail("poll");
        }
        if (polled[PARENT].revents != 0) {
            _exit(0);
        }
        for (int i = 0; i < JOBS; i++) {
            attend(&jobs[i], &polled[FIRST_JOB + 2 * i], &polled[FIRST_JOB + 2 * i + 1]);
        }
        if (polled[DOOR].revents != 0) {
            begin(door, free_job);
        }
    }
}

/* Four words are enough for what any version of Wireshark hands over, and all say with 0 that it went wrong. */
long epan_init(long callback, long data, long load_plugins, long more)
{
    long (*real)(long, long, long, long) = next("epan_init");
    const char *door = getenv(WARM_SOCKET);

    if (registered) {
        return 1;
    }
    if (door == NULL) {
        return real(callback, data, load_plugins, more);
    }
    unsetenv(WARM_SOCKET);
    unsetenv("LD_PRELOAD");
    registered = real(callback, data, load_plugins, more) & 0xFF;
    if (!registered) {
        _exit(1);
    }
    serve(atoi(door));
    return 0;
}

void wtap_init(int load_plugins)
{
    void (*real)(int) = next("wtap_init");

    if (!registered) {
        real(load_plugins);
    }
}

static int main_to_register(int argc, char **argv, char **environment)
{
    tshark_environment = environment;
    return tshark_main(argc, argv, environment);
}

int __libc_start_main(main_function *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end)
{
    start_function *real = next("__libc_start_main");

    tshark_main = main;
    return real(main_to_register, argc, argv, init, fini, rtld_fini, stack_end);
}
