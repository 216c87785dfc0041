"use strict";
// The theme is that of the system until the reader chooses one.
const root = document.documentElement;
document.getElementById("theme").addEventListener("click", () => {
  const system = matchMedia("(prefers-color-scheme: dark)").matches;
  const dark = root.classList.contains("dark") || (system && !root.classList.contains("light"));
  root.classList.toggle("dark", !dark);
  root.classList.toggle("light", dark);
});
// A click on a column head sorts by that column; a second click reverses the order.
for (const head of document.querySelectorAll(".sort thead th")) {
  head.addEventListener("click", () => {
    const row = head.parentNode;
    const up = head.getAttribute("aria-sort") !== "ascending";
    for (const other of row.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const column = head.cellIndex;
    const body = head.closest("table").tBodies[0];
    const key = (tr) => tr.children[column].textContent.replaceAll(",", "");
    const compare = (a, b) => {
      const [x, y] = [key(a), key(b)];
      if (x === "" || y === "") return (x === "") - (y === ""); // empty cells stay below
      const difference = parseFloat(x) - parseFloat(y);
      const order = Number.isNaN(difference) ? x.localeCompare(y) : difference;
      return up ? order : -order;
    };
    body.append(...[...body.rows].sort(compare));
  });
}
