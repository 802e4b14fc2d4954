# What the blocks of README.md and docs/ use. They begin with: . examples/shell.sh

api=${api:-http://127.0.0.1:8787/api/v1}
json="Content-Type: application/json"

# The command, from its bundle.
tollgate() {
  node packages/cli/bin/tollgate.js "$@"
}

# Prints the JSON of standard input on several lines, or one value of it: show data.id
show() {
  node -e '
    const names = process.argv[1]?.split(".") ?? []
    const value = names.reduce((value, name) => value[name], JSON.parse(require("fs").readFileSync(0, "utf8")))
    console.log(typeof value === "string" ? value : JSON.stringify(value, null, 2))
  ' "$@"
}
