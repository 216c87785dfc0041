/* Loads the library again and again, and checks that no memory is lost: dlopen LIBRARY */
#include <dlfcn.h>
#include <malloc.h>
#include <stddef.h>
#include <stdio.h>

typedef const void *find_t(const char *);
typedef int generate_t(const void *, void **);
typedef void free_t(void *);

static int use(const char *path) {
    void *key;
    void *library = dlopen(path, RTLD_NOW);
    if (library == NULL) { return 1; }
    {
        /* POSIX has functions at such addresses, C has not. */
        find_t *find;
        generate_t *generate;
        free_t *release;
        *(void **)&find = dlsym(library, "ph_algorithm_find");
        *(void **)&generate = dlsym(library, "ph_key_generate");
        *(void **)&release = dlsym(library, "ph_key_free");
        if (generate(find("clmac"), &key) != 0) { return 1; }
        release(key);
        /* Sets the message of this thread. */
        if (generate(NULL, &key) == 0) { return 1; }
    }
    return dlclose(library);
}

int main(int argc, char **argv) {
    size_t before, lost;
    int i;
    if (argc != 2 || use(argv[1]) != 0) { return 1; }
    before = mallinfo2().uordblks;
    for (i = 0; i < 100; i++) {
        if (use(argv[1]) != 0) { return 1; }
    }
    lost = mallinfo2().uordblks - before;
    printf("%lu bytes\n", (unsigned long)lost);
    return lost > 4096;
}
