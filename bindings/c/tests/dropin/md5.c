/* Tests the interface of OpenSSL's <openssl/md5.h>: links with libcrypto or with provenhash. */
#include <openssl/md5.h>
#include <stdio.h>
#include <string.h>

static void print(const unsigned char *md, size_t len) {
    size_t i;
    for (i = 0; i < len; ++i) {
        printf("%02x", md[i]);
    }
    printf("\n");
}

int main(void) {
    unsigned char message[1000], md[MD5_DIGEST_LENGTH];
    MD5_LONG words[4], block[MD5_LBLOCK];
    MD5_CTX context, copy;
    size_t i;
    for (i = 0; i < sizeof message; ++i) {
        message[i] = (unsigned char)(i % 251);
    }
    MD5_Init(&context);
    MD5_Final(md, &context);
    print(md, sizeof md);
    for (i = 1; i < sizeof message; i += i / 3 + 1) {
        MD5_Init(&context);
        MD5_Update(&context, message, i / 2);
        copy = context;
        MD5_Update(&context, message + i / 2, i - i / 2);
        printf("%d ", MD5_Final(md, &context));
        print(md, sizeof md);
        MD5_Update(&copy, message, 5 * MD5_CBLOCK);
        MD5_Final(md, &copy);
        print(md, sizeof md);
    }
    print(MD5(message, sizeof message, md), sizeof md);
    /* Without a place for the digest it is in a static buffer. */
    print(MD5(message, 10, NULL), sizeof md);
    printf("%d\n", MD5(message, 10, NULL) == MD5(message, 9, NULL));
    /* The compression function, between other calls, and the state after it. */
    MD5_Init(&context);
    MD5_Update(&context, message, 70);
    memcpy(block, message + 100, sizeof block);
    MD5_Transform(&context, (const unsigned char *)block);
    words[0] = context.A;
    words[1] = context.B;
    words[2] = context.C;
    words[3] = context.D;
    print((const unsigned char *)words, sizeof words);
    MD5_Update(&context, message, 3);
    MD5_Final(md, &context);
    print(md, sizeof md);
    return 0;
}
