# Writes orders.csv, with a million rows or as many as `rows` says, and people.csv, with a fifth of that.
function random(below) { return int(rand() * below) }
BEGIN {
  srand(1)
  people = rows / 5
  print "id,person,city,amount" > "orders.csv"
  for (i = 0; i < rows; i++)
    printf "%d,user%d@example.org,city-%d,%d.%02d\n", random(1e9), random(people), random(5000), random(1000),
      random(100) > "orders.csv"
  print "person,name" > "people.csv"
  for (i = 0; i < people; i++) printf "user%d@example.org,name-%d\n", i, i > "people.csv"
}
