import { copyFileSync } from "node:fs"
import { createOrganization, NewOrganization, OrganizationId } from "@tollgate/core"
import { OrganizationStore } from "@tollgate/core/storage"
import { Effect, Option, Schema } from "effect"
import { inFile, temporaryFile } from "./files.js"

/** Creates an organization, and answers its id. */
export const create = (name: string) =>
  Effect.map(
    createOrganization(Schema.decodeSync(NewOrganization)({ name, owner_user_id: "ada" })),
    ({ organization }) => organization.id
  )

/**
 * Writes a database as a process leaves it that is killed: its latest writes are only in its log. The files are copied
 * while the database is open, which is far faster than starting a process.
 */
export const leaveOpen = (file: string, ...names: ReadonlyArray<string>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const open = yield* temporaryFile
      return yield* Effect.forEach(names, create).pipe(
        Effect.tap(() =>
          Effect.sync(() => {
            for (const suffix of ["", "-wal", "-shm"]) copyFileSync(`${open}${suffix}`, `${file}${suffix}`)
          })
        ),
        Effect.provide(inFile(open))
      )
    })
  )

/** The names of organizations, by their ids, in a file that is opened for it. */
export const namesIn = (file: string, ids: ReadonlyArray<string>) =>
  Effect.flatMap(OrganizationStore, (organizations) =>
    Effect.forEach(ids, (id) => Effect.map(organizations.find(OrganizationId.make(id)), Option.getOrUndefined))
  ).pipe(
    Effect.map((found) => found.map((organization) => organization?.name)),
    Effect.provide(inFile(file))
  )
