import * as Client from "@tollgate/client"
import * as Core from "@tollgate/core"
import * as Node from "@tollgate/node"
import { expect } from "vitest"
import { everyWay } from "./everyWay.js"
import { rejection } from "./gates.js"

everyWay("a refusal is an instance of the class of its tag of every package", async ({ account, isRemote }) => {
  const refused = await rejection(account.keys.get("0".repeat(64)))
  const made = [Client.KeyNotFound, Core.KeyNotFound, Node.KeyNotFound].map((kind) => refused instanceof kind)
  expect(made).toEqual([true, true, true])
  const others = [Client.ByokNotFound, Core.ByokNotFound, Node.ByokNotFound].map((kind) => refused instanceof kind)
  expect(others).toEqual([false, false, false])
  // In process it is made by core, and over HTTP by the client.
  expect(Object(refused).constructor).toBe(isRemote ? Client.KeyNotFound : Core.KeyNotFound)
  const invalid = await rejection(account.keys.create({ name: "" }))
  expect(invalid).toBeInstanceOf(Node.InvalidInput)
  expect(invalid).toMatchObject({ issues: [{ path: ["name"], expected: expect.any(String) }] })
})
