import { Memory } from "@tollgate/core"
import { KeyStore, OrganizationStore, WorkspaceStore } from "@tollgate/core/storage"
import { keyStoreContract, modelContract, storesContract, workspaceStoreContract } from "@tollgate/testing/contracts"
import { Effect, Layer } from "effect"
import { runs } from "../../../test/runs.js"

storesContract("memory", Memory.layer, { numRuns: runs(5, 200) })

/** One port by itself, which asks the others for what it does not keep. */
const keysAlone = Layer.effect(KeyStore, KeyStore)
keyStoreContract("a layer of its own", keysAlone)
modelContract("a layer of keys alone", keysAlone, { numRuns: 5 })

/** One that refuses members of organizations that it does not find in the port it requires, as a foreign key would. */
const workspacesAlone = Layer.effect(
  WorkspaceStore,
  Effect.gen(function* () {
    const organizations = yield* OrganizationStore
    const workspaces = yield* WorkspaceStore
    return WorkspaceStore.of({
      ...workspaces,
      insert: (workspace) =>
        Effect.zipRight(
          Effect.orDie(Effect.flatten(organizations.find(workspace.organization_id))),
          workspaces.insert(workspace)
        )
    })
  })
)
workspaceStoreContract("a layer that requires the organizations", workspacesAlone)
