/* The fingerprint of a table in Arrow's C data interface, whole and from two parts. Libraries such as Arrow
   C++, nanoarrow and DuckDB fill these structs; here it is done by hand. */
#include <provenhash/arrow.h>
#include <stdio.h>
#include <string.h>

static void release_schema(struct ArrowSchema *schema) { schema->release = NULL; }
static void release_array(struct ArrowArray *array) { array->release = NULL; }

/* Adds rows `first` to `first + rows - 1` of a table of two rows: (1, "a") and (2, null). */
static ph_status_t add(ph_table_t *table, int64_t first, int64_t rows) {
    static const int64_t ids[] = {1, 2};
    static const int32_t offsets[] = {0, 1, 1};
    static const unsigned char valid[] = {1};
    const void *id_buffers[] = {NULL, ids}, *name_buffers[] = {valid, offsets, "a"}, *none[] = {NULL};

    struct ArrowSchema id = {0}, name = {0}, schema = {0};
    struct ArrowSchema *types[] = {&id, &name};
    id.format = "l", id.release = release_schema;
    name.format = "u", name.release = release_schema;
    schema.format = "+s", schema.release = release_schema;
    schema.n_children = 2, schema.children = types;

    struct ArrowArray ids_array = {0}, names = {0}, array = {0};
    struct ArrowArray *columns[] = {&ids_array, &names};
    ids_array.length = names.length = 2;
    ids_array.n_buffers = 2, ids_array.buffers = id_buffers, ids_array.release = release_array;
    names.null_count = -1, names.n_buffers = 3, names.buffers = name_buffers, names.release = release_array;
    array.length = rows, array.offset = first, array.n_buffers = 1, array.buffers = none;
    array.n_children = 2, array.children = columns, array.release = release_array;
    return ph_table_add(table, &schema, &array);
}

int main(void) {
    unsigned char whole[PH_FINGERPRINT_BYTES], parts[PH_FINGERPRINT_BYTES], second[PH_FINGERPRINT_BYTES];
    ph_table_t *table, *other;
    int i;
    if (ph_table_from_seed(0, &table) || ph_table_empty(table, &other) || add(table, 0, 2) ||
        ph_table_fingerprint(table, whole, sizeof whole)) {
        fprintf(stderr, "%s\n", ph_last_error());
        return 1;
    }
    /* As `str` in Python, and as `hsum table` prints it. */
    for (i = 15; i >= 0; i--) printf("%02x", whole[i]);
    printf("-%d\n", (int)ph_table_rows(table));

    /* Rows can be removed again, and fingerprints of parts combine. */
    if (add(other, 1, 1) || ph_table_fingerprint(other, second, sizeof second) ||
        ph_table_remove(table, second, sizeof second) || ph_table_rows(table) != 1 ||
        ph_table_combine(table, second, sizeof second) ||
        ph_table_fingerprint(table, parts, sizeof parts) || memcmp(whole, parts, sizeof whole) != 0) {
        fprintf(stderr, "%s\n", ph_last_error());
        return 1;
    }
    ph_table_free(other);
    ph_table_free(table);
    return 0;
}
