/**
 * Selects what to compile of wolfCrypt: six algorithms in portable C, with the library's defaults. No
 * assembly, no accelerator, no heap; nothing is left out to save memory and nothing unrolled for speed.
 */
#ifndef CYCLESCOPE_USER_SETTINGS_H
#define CYCLESCOPE_USER_SETTINGS_H

#define WOLFCRYPT_ONLY
#define SINGLE_THREADED
#define NO_FILESYSTEM
#define NO_ERROR_STRINGS
#define NO_WOLFSSL_MEMORY
#define WOLFSSL_NO_MALLOC
#define WOLFSSL_NO_ASM
#define WC_NO_RNG

/* Prohibited in TLS since RFC 7465, and therefore disabled by default. */
#define WOLFSSL_ALLOW_RC4

#define NO_ASN
#define NO_BIG_INT
#define NO_DH
#define NO_DSA
#define NO_HMAC
#define NO_PWDBASED
#define NO_RSA

#endif
