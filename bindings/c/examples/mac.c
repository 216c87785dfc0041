/* Authenticates a file: computes its tag and checks it, under a secret random key. */
#include <provenhash.h>
#include <stdio.h>
#include <stdlib.h>

/* Reads a file. Returns null, or bytes to be freed. */
static unsigned char *read_file(const char *path, size_t *len) {
    unsigned char *data = NULL, *larger;
    size_t room = 0;
    FILE *file = fopen(path, "rb");
    *len = 0;
    while (file && !feof(file) && !ferror(file)) {
        if ((larger = realloc(data, room += room + 4096)) == NULL) break;
        data = larger;
        *len += fread(data + *len, 1, room - *len, file);
    }
    if (file && feof(file) && fclose(file) == 0) return data;
    free(data);
    return NULL;
}

int main(int count, char **arguments) {
    char text[PH_DIGEST_TEXT_BYTES];
    unsigned char *data;
    size_t len;
    ph_digest_t tag;
    ph_key_t *key;
    /* Without an argument, of this program. */
    if ((data = read_file(arguments[count > 1], &len)) == NULL) return 1;

    if (ph_key_generate(ph_algorithm_find("clmac"), &key) != PH_OK) return 1;
    if (ph_tag(key, NULL, 0, data, len, &tag) != PH_OK) return 1;
    if (ph_verify(key, NULL, 0, data, len, tag.bytes, tag.len) != PH_OK) return 1;

    if (len > 0) data[0] ^= 1;
    if (len > 0 && ph_verify(key, NULL, 0, data, len, tag.bytes, tag.len) != PH_ERROR_TAG) return 1;
    if (ph_digest_text(tag, text) == PH_OK) printf("%s\n", text);
    ph_key_free(key);
    free(data);
    return 0;
}
