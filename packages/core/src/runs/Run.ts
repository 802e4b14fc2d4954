import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { notFound } from "../access/notFound.js"
import { expected } from "../schema/expected.js"
import { changesTo, documented, optional, strict } from "../schema/fields.js"
import { isRunPath, MAX_RUN_DEPTH, MAX_RUN_ID_LENGTH, RUN_ID, RUN_ID_PATTERN } from "../schema/idForms.js"
import { text } from "../schema/text.js"
import { uuidInput } from "../schema/uuid.js"
import { RunSeconds, RunState, runLimits } from "../spending/model/RunTerms.js"
import { OrganizationId, WorkspaceId, WorkspaceIdInput } from "../values/Id.js"
import { pageFields, pageQueryFields } from "../values/Page.js"
import { queryParam, workspaceParam } from "../values/queryParams.js"
import * as Usd from "../values/Usd.js"

/** What a path may be. */
export const RUN_PATH = `1 to ${MAX_RUN_DEPTH} names of runs, joined by slashes: each ${RUN_ID}`

/** The path of a run: the names of 1 to 8 runs, from the outermost, joined by slashes. */
export const RunPath = Schema.String.pipe(
  Schema.filter(isRunPath, {
    jsonSchema: {
      pattern: `^${RUN_ID_PATTERN}(/${RUN_ID_PATTERN}){0,${MAX_RUN_DEPTH - 1}}$`,
      maxLength: MAX_RUN_DEPTH * (MAX_RUN_ID_LENGTH + 1) - 1
    }
  }),
  Schema.brand("RunPath"),
  expected(RUN_PATH)
)
export type RunPath = typeof RunPath.Type

const usd = Usd.UsdFromNumber

/** A run: one piece of work of many requests, with what it has spent. Amounts are in USD, over its whole life, and count all runs below it. */
export const Run = Schema.Struct({
  path: documented(
    Schema.String,
    "Path of the run within its workspace: names from the outermost run, joined by slashes.",
    "job-7/researcher"
  ),
  workspace_id: documented(WorkspaceId, "Workspace of the run."),
  state: documented(
    RunState,
    "State of the run: `open` if it admits requests, `stopped` until it is resumed, `ended` once its time has passed. A run above it may still refuse."
  ),
  limit_usd: documented(Schema.NullOr(usd), "Spending limit in USD. Null means no limit.", Usd.fromNumber(5)),
  max_in_flight: documented(
    Schema.NullOr(Schema.Int),
    "Maximum number of open holds at a time. Null means no limit.",
    null
  ),
  max_requests: documented(Schema.NullOr(Schema.Int), "Maximum number of requests. Null means no limit.", null),
  spent: documented(usd, "Cost of settled requests in USD.", Usd.fromNumber(1.25)),
  held: documented(usd, "Sum of open holds in USD.", Usd.fromNumber(0.25)),
  unknown: documented(usd, "Sum of holds with an unknown outcome in USD. It counts like held.", Usd.zero),
  remaining: documented(
    Schema.NullOr(usd),
    "The limit minus spent, held and unknown, in USD. Null without a limit. Runs above it may have less.",
    Usd.fromNumber(3.5)
  ),
  in_flight: documented(Schema.Int, "Number of open holds.", 1),
  requests: documented(Schema.Int, "Number of requests: holds that are open, unknown or settled.", 6),
  created_at: documented(Schema.DateTimeUtc, "Creation time (UTC).", DateTime.unsafeMake("2026-05-31T12:00:00Z")),
  last_charged_at: documented(
    Schema.NullOr(Schema.DateTimeUtc),
    "Time of the latest request (UTC). Null if there was none.",
    DateTime.unsafeMake("2026-05-31T12:05:00Z")
  ),
  ends_at: documented(
    Schema.NullOr(Schema.DateTimeUtc),
    "Time from which no request is admitted (UTC). Null if the run has no end.",
    null
  ),
  children: documented(Schema.Int, "Number of runs directly below it.", 0)
}).annotations({ identifier: "Run", description: "A run, with what it has spent." })
export interface Run extends Schema.Schema.Type<typeof Run> {}

/** A run that was opened. */
export const OpenedRun = Schema.Struct({
  data: documented(Run, "The run."),
  repeated: documented(Schema.Boolean, "Whether the run existed already, with these limits.", false)
}).annotations({ identifier: "OpenedRun", description: "A run that was opened." })
export interface OpenedRun extends Schema.Schema.Type<typeof OpenedRun> {}

const words = {
  workspace_id: "Workspace of the run. Defaults to the organization's default workspace.",
  organization_id:
    "Organization of the run. Required for a gateway key of all organizations; any other key states its own, or nothing."
}

/** Where a run is. */
const place = {
  workspace_id: optional(WorkspaceIdInput, words.workspace_id),
  organization_id: optional(uuidInput(OrganizationId), words.organization_id)
}

const organizationParam = queryParam(uuidInput(OrganizationId), "one UUID", words.organization_id)

/** Names the workspace of a run. */
export const RunPlace = Schema.Struct(place).annotations({
  identifier: "RunPlace",
  description: "Workspace of a run.",
  examples: [{}],
  ...strict
})
export interface RunPlace extends Schema.Schema.Type<typeof RunPlace> {}

/** `RunPlace` as URL query parameters. */
export const RunPlaceQuery = Schema.Struct({
  workspace_id: queryParam(WorkspaceIdInput, "one UUID", words.workspace_id),
  organization_id: organizationParam
})

/** Input for opening a run. */
export const NewRun = Schema.Struct({ ...runLimits, ...place }).annotations({
  identifier: "NewRun",
  description: "Input for opening a run.",
  examples: [{ limit_usd: Usd.fromNumber(5), max_requests: 200 }, {}],
  ...strict
})
export interface NewRun extends Schema.Schema.Type<typeof NewRun> {}

/** Changes to a run. */
export const RunPatch = Schema.Struct({
  ...runLimits,
  expires_in: optional(
    Schema.NullOr(RunSeconds),
    "Seconds from the creation of the run until it ends: 1 to 31,536,000. Null means no end."
  ),
  ...place
}).annotations(changesTo("a run", "RunPatch", { limit_usd: Usd.fromNumber(10), max_in_flight: null }))
export interface RunPatch extends Schema.Schema.Type<typeof RunPatch> {}

/** Input for stopping or resuming a run. */
export const RunStop = Schema.Struct({
  reason: optional(text(500), "Why, for the audit log: 1 to 500 characters."),
  ...place
}).annotations({
  identifier: "RunStop",
  description: "Input for stopping or resuming a run.",
  examples: [{ reason: "It loops." }],
  ...strict
})
export interface RunStop extends Schema.Schema.Type<typeof RunStop> {}

const states = RunState.literals.join(", ")

/** Page of a list of runs, of all or of those with these values. */
export const RunPage = Schema.Struct({
  ...pageFields(50),
  state: optional(RunState.pipe(expected(`one of ${states}`))),
  parent: optional(RunPath),
  workspace_id: optional(WorkspaceIdInput),
  organization_id: optional(uuidInput(OrganizationId))
}).annotations({ description: "Which runs to list, and which part of the list to return.", ...strict })
export interface RunPage extends Schema.Schema.Type<typeof RunPage> {}

/** `RunPage` as URL query parameters. */
export const RunQuery = Schema.Struct({
  ...pageQueryFields(50),
  state: queryParam(RunState, `one of ${states}`, "Only runs in this state."),
  parent: queryParam(
    RunPath,
    RUN_PATH,
    "Only runs directly below the one with this path, in `workspace_id` or the default workspace."
  ),
  workspace_id: workspaceParam,
  organization_id: organizationParam
})

/** The workspace has no run with this path: it was never created, or was deleted 32 days after its latest request. */
export class RunNotFound extends notFound<RunNotFound>()(
  "RunNotFound",
  { run: Schema.NullOr(Schema.String) },
  (run: RunPath | null) => ({ run })
) {}
