import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import {
  type ByokId,
  createByokCredential,
  deleteByokCredential,
  type ManagementCaller,
  type Services,
  updateByokCredential
} from "@tollgate/core"
import { ByokStore } from "@tollgate/core/storage"
import { aByokCredential, aByokPatch, TestAccount } from "@tollgate/testing/accounts"
import { Effect } from "effect"
import { emptyFile, inFile } from "./support/files.js"

/** What is sealed, in pieces: the file has it in one piece only where it fits on a page. */
const piecesOf = (sealed: Uint8Array) =>
  Array.from({ length: Math.floor(sealed.length / 24) }, (_, i) => Buffer.from(sealed.subarray(i * 24, (i + 1) * 24)))

/** The files of a folder in which any piece of these bytes stands. */
const holding = (folder: string, sealed: Uint8Array) =>
  readdirSync(folder).filter((name) => {
    const content = readFileSync(join(folder, name))
    return piecesOf(sealed).some((piece) => content.includes(piece))
  })

type Act = (id: ByokId) => Effect.Effect<unknown, unknown, ManagementCaller | Services>

/** Stores three credentials, does something to the second, and closes the file: which files hold what was sealed at first. */
const heldAfter = (key: string, act: Act) =>
  Effect.gen(function* () {
    const file = yield* emptyFile
    const kept = yield* Effect.gen(function* () {
      const { asManager, organization, workspace } = yield* TestAccount.make()
      const store = yield* ByokStore
      const create = createByokCredential(aByokCredential({ key }))
      const [, second] = yield* Effect.provide(Effect.all([create, create, create]), asManager)
      const kept = yield* store.ofProvider(organization.id, workspace.id, "openai")
      yield* Effect.provide(act(second.id), asManager)
      return kept
    }).pipe(Effect.provide(inFile(file)))
    return kept.map(({ sealed }) => holding(dirname(file), sealed))
  })

describe.each([
  ["that is a row among others on its page", "sk-proj-0123456789abcdefghijklmnop"],
  ["that takes pages of its own", "s".repeat(16_384)]
])("A sealed secret %s", (_, key) => {
  const here = ["tollgate.db"]

  it.scoped("is in no file once its credential is deleted and the database closed", () =>
    Effect.gen(function* () {
      expect(yield* heldAfter(key, deleteByokCredential)).toEqual([here, [], here])
    })
  )

  it.scoped("is in no file once another has taken its place and the database is closed", () =>
    Effect.gen(function* () {
      const another = aByokPatch({ key: "another-secret-of-this-provider" })
      expect(yield* heldAfter(key, (id) => updateByokCredential(id, another))).toEqual([here, [], here])
    })
  )
})
