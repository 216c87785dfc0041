/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef PROVENHASH_H
#define PROVENHASH_H

/* All families; each header can be included alone. `provenhash/common.h` has the rules of all
 * functions, `provenhash/suite.h` has functions for test suites of hashes. */
#include "provenhash/clhash.h"      /* IWYU pragma: export */
#include "provenhash/common.h"      /* IWYU pragma: export */
#include "provenhash/ghash.h"       /* IWYU pragma: export */
#include "provenhash/highwayhash.h" /* IWYU pragma: export */
#include "provenhash/md5.h"         /* IWYU pragma: export */
#include "provenhash/multilinear.h" /* IWYU pragma: export */
#include "provenhash/siphash.h"     /* IWYU pragma: export */
#include "provenhash/vhash.h"       /* IWYU pragma: export */

#endif
