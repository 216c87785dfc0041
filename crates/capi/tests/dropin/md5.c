/* Tests the interface of OpenSSL's <openssl/md5.h>: links with libcrypto or with provenhash. */
#include <stdio.h>
#include <string.h>

#ifdef ORIGINAL
#include <openssl/md5.h>
#else
#define PROVENHASH_MD5_NAMES
#include "md5.h"
#endif

static void print(const unsigned char md[MD5_DIGEST_LENGTH]) {
    size_t i;
    for (i = 0; i < MD5_DIGEST_LENGTH; ++i) {
        printf("%02x", md[i]);
    }
    printf("\n");
}

int main(void) {
    unsigned char message[1000], md[MD5_DIGEST_LENGTH];
    MD5_CTX context, copy;
    size_t i;
    for (i = 0; i < sizeof message; ++i) {
        message[i] = (unsigned char)(i % 251);
    }
    MD5_Init(&context);
    MD5_Final(md, &context);
    print(md);
    for (i = 1; i < sizeof message; i += i / 3 + 1) {
        MD5_Init(&context);
        MD5_Update(&context, message, i / 2);
        copy = context;
        MD5_Update(&context, message + i / 2, i - i / 2);
        printf("%d ", MD5_Final(md, &context));
        print(md);
        MD5_Update(&copy, message, 5 * MD5_CBLOCK);
        MD5_Final(md, &copy);
        print(md);
    }
    print(MD5(message, sizeof message, md));
    return 0;
}
