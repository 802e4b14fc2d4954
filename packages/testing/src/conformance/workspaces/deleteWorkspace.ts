import { badRequest, notFound } from "../answers.js"
import { deletions } from "../deletions.js"
import { asGateway, body, get, json, post } from "../requests.js"
import type { Family } from "../Subject.js"
import { workspaceId } from "./slugs.js"

const { own } = workspaceId
const setup = ["workspace-fresh"] as const
const refused = (reason: string) => ({ ...badRequest, json: { "error.metadata.reason": reason } })
const there = { request: get(`/workspaces/${own}`), expect: { status: 200 } }
const newKey = {
  request: post("/keys", `{"name":"Theirs","workspace_id":"${own}"}`),
  expect: { status: 201, save: { ITS_HASH: "data.hash" } }
}

const contents: Family = ({ asks, at, request, succeeds }) => {
  const disable = (hash: string) => ({
    request: {
      ...request(body({ disabled: true })),
      method: "PATCH",
      path: `/keys/${hash}`,
      headers: { ...request().headers, ...json }
    },
    expect: { status: 200 }
  })
  const held = at("{HOLD_WORKSPACE_ID}")
  return [
    succeeds(
      "it is gone afterwards",
      {},
      { basis: "spec", follow: [{ request: get(`/workspaces/${own}`), expect: notFound }] }
    ),
    asks("a workspace with an enabled key stays", {}, refused("workspace_has_keys"), {
      basis: "spec",
      setup,
      before: [newKey],
      follow: [there]
    }),
    succeeds(
      "disabled keys go with it",
      {},
      {
        basis: "decision",
        before: [newKey, disable("{ITS_HASH}")],
        follow: [{ request: get("/keys/{ITS_HASH}"), expect: notFound }]
      }
    ),
    asks("a workspace with an open hold stays", held, refused("holds_open"), {
      basis: "decision",
      setup: ["hold-alone"],
      before: [disable("{HOLD_KEY_HASH}")],
      follow: [
        { request: { method: "POST", path: "/holds/{HOLD_ID}/release", headers: asGateway }, expect: { status: 200 } },
        { request: request(held), expect: { status: 200 } }
      ]
    }),
    asks("the default workspace stays", at("default"), refused("default_workspace_fixed"), { basis: "spec" }),
    asks("the default workspace stays, also by its UUID", at("{DEFAULT_ID}"), refused("default_workspace_fixed"), {
      basis: "spec",
      before: [{ request: get("/workspaces/default"), expect: { status: 200, save: { DEFAULT_ID: "data.id" } } }]
    })
  ]
}

export const deleteWorkspace = deletions("deleteWorkspace", { ids: workspaceId, setup }, contents)
