import type { Run } from "@tollgate/client"

/** A run with its place in the tree of its list. */
export interface Placed {
  readonly run: Run
  /** The lines before its name. */
  readonly lines: string
  /** Its whole path if nothing of the list is above it, otherwise its own name. */
  readonly name: string
}

interface Node {
  readonly run: Run
  readonly below: Array<Node>
}

const idOf = (workspace: string, path: string) => `${workspace} ${path}`

/** The path of the run directly above; null for an outermost run. */
export const above = (path: string): string | null => (path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : null)

/** Runs as trees, in the order of the list: below each run those of the list whose paths begin with its own. */
export const treeOf = (runs: ReadonlyArray<Run>): ReadonlyArray<Placed> => {
  const nodes = new Map(runs.map((run): [string, Node] => [idOf(run.workspace_id, run.path), { run, below: [] }]))
  const roots = [...nodes.values()].filter((node) => {
    const outer = above(node.run.path)
    const parent = outer === null ? undefined : nodes.get(idOf(node.run.workspace_id, outer))
    parent?.below.push(node)
    return parent === undefined
  })
  const placed = (siblings: ReadonlyArray<Node>, indent: string, isRoot: boolean): ReadonlyArray<Placed> =>
    siblings.flatMap(({ below, run }, at) => {
      const isLast = at === siblings.length - 1
      const inner = isRoot ? "" : indent + (isLast ? "   " : "│  ")
      const lines = isRoot ? "" : `${indent}${isLast ? "└─ " : "├─ "}`
      const name = isRoot ? run.path : run.path.slice(run.path.lastIndexOf("/") + 1)
      return [{ run, lines, name }, ...placed(below, inner, false)]
    })
  return placed(roots, "", true)
}
