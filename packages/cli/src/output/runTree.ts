import type { Column } from "../operations/Operation.js"
import { bold } from "./colors.js"
import { alignColumns } from "./columns.js"
import { usageBar } from "./usageBar.js"
import { type Row, titleOf, valueText } from "./valueText.js"

/** A run, and those below it, in the order of the list. */
interface Node {
  readonly row: Row
  readonly below: Array<Node>
}

const pathOf = (row: Row) => String(row["path"])

const workspaceOf = (row: Row) => String(row["workspace_id"])

/** The workspace and the path of a run, which name it. */
const nameOf = (row: Row, path: string) => `${workspaceOf(row)} ${path}`

/** The path of the run directly above; null for an outermost run. */
const above = (path: string) => (path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : null)

/** The trees of a list. A run whose parent is not in the list is the root of its own. */
const treesOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Node> => {
  const nodes = new Map(rows.map((row): [string, Node] => [nameOf(row, pathOf(row)), { row, below: [] }]))
  return [...nodes.values()].filter((node) => {
    const outer = above(pathOf(node.row))
    const parent = outer === null ? undefined : nodes.get(nameOf(node.row, outer))
    parent?.below.push(node)
    return parent === undefined
  })
}

/** Each run with the text that shows its place in the tree. */
const linesOf = (nodes: ReadonlyArray<Node>, indent = "", isRoot = true): ReadonlyArray<readonly [string, Row]> =>
  nodes.flatMap(({ below, row }, at): ReadonlyArray<readonly [string, Row]> => {
    const isLast = at === nodes.length - 1
    const path = pathOf(row)
    const title = isRoot ? path : `${indent}${isLast ? "└─ " : "├─ "}${path.slice(path.lastIndexOf("/") + 1)}`
    const inner = isRoot ? "" : indent + (isLast ? "   " : "│  ")
    return [[title, row], ...linesOf(below, inner, false)]
  })

/** How much of the limit of a run is spent, held and unknown. */
export const runBar = (row: Row): string => usageBar(row, "limit_usd")

const shown = ["state", "spent", "held", "unknown", "limit_usd", "in_flight", "requests"]

/** The lines of each workspace, in the order of the list. */
const byWorkspace = (rows: ReadonlyArray<Row>) => {
  const trees = treesOf(rows)
  return [...new Set(rows.map(workspaceOf))].map((workspace) => ({
    workspace,
    lines: linesOf(trees.filter(({ row }) => workspaceOf(row) === workspace))
  }))
}

/**
 * Runs as a tree: below each run those whose names begin with its path, with a bar of its limit. Runs of several workspaces stand below
 * the id of theirs.
 */
export const runTree = (columns: ReadonlyArray<Column>, rows: ReadonlyArray<Row>, colors: boolean): string => {
  const numbers = shown.flatMap((name) => columns.filter((column) => column.name === name))
  const workspaces = byWorkspace(rows)
  const cells = [
    ["run", ...numbers.map(titleOf).map((title) => title.replace(" usd", "")), ""],
    ...workspaces
      .flatMap(({ lines }) => lines)
      .map(([title, row]) => [title, ...numbers.map((column) => valueText(column, row[column.name])), runBar(row)])
  ]
  const [titles = "", ...others] = alignColumns(cells, (at) => at > 1 && at <= numbers.length).split("\n")
  const parts = workspaces.flatMap(({ lines, workspace }) => [
    ...(workspaces.length > 1 ? [bold(`Workspace ${workspace}`, colors)] : []),
    ...others.splice(0, lines.length)
  ])
  return [bold(titles, colors), ...parts].join("\n")
}
