// node run.mjs MODULE.wasm BACKEND,...: compares every backend of the module with the reference.
// Fails if the module lacks one of the named backends, or if a hash is wrong.
import { readFileSync } from "node:fs";

const [path, names] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(path));
const { memory, backends, name, name_len, check, check_families, work } = instance.exports;
const time = (index, len) => {
  const times = Math.ceil((1 << 22) / (len + 200));
  let best = Infinity;
  for (let round = 0; round < 5; round++) {
    const start = process.hrtime.bigint();
    work(index, len, times);
    best = Math.min(best, Number(process.hrtime.bigint() - start) / times);
  }
  return best.toFixed(1).padStart(8);
};
const found = [];
for (let index = 0; index < backends(); index++) {
  const bytes = new Uint8Array(memory.buffer, name(index), name_len(index));
  found.push(new TextDecoder().decode(bytes));
  const compared = check(index);
  console.log(`highwayhash: ran on ${found[index]}: ${compared} hashes agree;`,
    "ns for 8, 64, 1024, 16384 bytes:", ...[8, 64, 1024, 16384].map((len) => time(index, len)));
}
console.log(`every family: ${check_families()} values agree`);
const missing = names.split(",").filter((wanted) => !found.includes(wanted));
if (missing.length > 0) throw new Error(`the module lacks ${missing}`);
