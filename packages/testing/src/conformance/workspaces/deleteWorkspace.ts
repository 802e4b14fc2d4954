import type { Identified } from "../Change.js"
import { deletions } from "../deletions.js"
import { is, notFound, ok, refusedFor } from "../Expectation.js"
import type { Run } from "../Run.js"
import type { Cases } from "../Subject.js"
import { workspaceId } from "./slugs.js"

const done = ok({ deleted: true })
const disable = ({ api }: Run, hash: string) => api.patch(`/keys/${hash}`, { disabled: true }, is(200))

const contents: Cases<Identified> = ({ testIdle, test }) => [
  test("it is gone afterwards", async ({ api, path }) => {
    await api.delete(path, done)
    await api.get(path, notFound)
  }),
  test("a workspace with an enabled key stays", async ({ api, made, own, path }) => {
    await made.key({ workspace_id: own })
    await api.delete(path, refusedFor("workspace_has_keys"))
    await api.get(path, is(200))
  }),
  test("disabled keys go with it", async ({ api, made, own, path, run }) => {
    const { hash } = await made.key({ workspace_id: own })
    await disable(run, hash)
    await api.delete(path, done)
    await api.delete(path, notFound)
    await api.get(`/keys/${hash}`, notFound)
  }),
  testIdle("a workspace with an open hold stays", async ({ api, made, run }) => {
    const { hash, hold, workspace } = await made.holdAlone()
    await disable(run, hash)
    await api.delete(`/workspaces/${workspace}`, refusedFor("holds_open"))
    await api.post(`/holds/${hold}/release`, undefined, is(200), run.gateway)
    await api.delete(`/workspaces/${workspace}`, done)
  }),
  testIdle("the default workspace stays", ({ api }) =>
    api.delete("/workspaces/default", refusedFor("default_workspace_fixed"))
  ),
  testIdle("the default workspace stays, also by its UUID", async ({ api, made }) => {
    const { id } = await made.defaultWorkspace()
    await api.delete(`/workspaces/${id}`, refusedFor("default_workspace_fixed"))
  })
]

export const deleteWorkspace = deletions(
  "deleteWorkspace",
  { ids: workspaceId, fresh: async ({ made }) => ({ own: await made.workspace() }) },
  contents
)
