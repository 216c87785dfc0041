// The hash of Go's maps, which hash/maphash offers, as a contender.
//
// A call from C into Go takes as long as many hashes. So the timed loops are here: those of `Messages` in
// `lab/races/src/messages.rs`, with the random numbers of `lab/races/src/rng.rs`.
package main

// #include <stddef.h>
// #include <stdint.h>
import "C"

import (
	"hash/maphash"
	"math/bits"
	"runtime"
	"time"
	"unsafe"
)

// key is random: a process cannot choose it.
var key = maphash.MakeSeed()

type rng uint64

func newRng(seed uint64) rng {
	z := seed + 0x9e3779b97f4a7c15
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb
	return rng(z ^ (z >> 31))
}

func (r *rng) uint32() uint32 {
	*r = *r*0x5851f42d4c957f2d + 0x14057b7ef767814f
	return uint32(*r >> 32)
}

func (r *rng) below(n int) int {
	return int(uint64(r.uint32()) * uint64(n) >> 32)
}

func bytes(data unsafe.Pointer, size C.size_t) []byte {
	return unsafe.Slice((*byte)(data), int(size))
}

//export peers_go_version
func peers_go_version() *C.char {
	return C.CString(runtime.Version())
}

//export peers_go_hash
func peers_go_hash(data unsafe.Pointer, size C.size_t) C.uint64_t {
	return C.uint64_t(maphash.Bytes(key, bytes(data, size)))
}

//export peers_go_independent
func peers_go_independent(page unsafe.Pointer, size, offsets, shortest, lengths C.size_t,
	seed C.uint64_t, count C.size_t, ns *C.uint64_t) C.uint64_t {
	all, mask, first, n := bytes(page, size), uint32(offsets), int(shortest), int(lengths)
	begin := time.Now()
	random := newRng(uint64(seed))
	var sum uint64
	for i := 0; i < int(count); i++ {
		start := int(random.uint32() & mask)
		length := first + random.below(n)
		sum += maphash.Bytes(key, all[start:start+length])
	}
	*ns = C.uint64_t(time.Since(begin).Nanoseconds())
	return C.uint64_t(sum)
}

//export peers_go_dependent
func peers_go_dependent(page unsafe.Pointer, size, offsets, shortest, lengths C.size_t,
	seed C.uint64_t, count C.size_t, ns *C.uint64_t) C.uint64_t {
	all, first, n := bytes(page, size), int(shortest), uint64(lengths)
	if bits.OnesCount64(n) != 1 {
		panic("the number of lengths is not a power of two")
	}
	places := uint64(15)
	if offsets&1 == 0 {
		places = 64
	}
	begin := time.Now()
	random := newRng(uint64(seed))
	hash := uint64(seed)
	for i := 0; i < int(count); i++ {
		line := int(random.uint32() & (4096 - 64))
		start := line + int(hash&places)
		length := first + int(hash>>16&(n-1))
		hash = maphash.Bytes(key, all[start:start+length])
	}
	*ns = C.uint64_t(time.Since(begin).Nanoseconds())
	return C.uint64_t(hash)
}

func main() {}
