import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import {
  ActivityEntries,
  ActivityQuery,
  ActivityRow,
  activityCsv,
  EntryQuery,
  Overview,
  Paged
} from "@tollgate/core/models"
import { alsoCsv } from "./AlsoCsv.js"
import { AnyApiKey } from "./AnyKey.js"
import { DataEnvelope } from "./DataEnvelope.js"
import { declareErrors } from "./declareErrors.js"
import { ManagementKey } from "./ManagementKey.js"

const listActivity = HttpApiEndpoint.get("listActivity", "/activity")
  .annotate(OpenApi.Summary, "List activity")
  .annotate(
    OpenApi.Description,
    "Returns one page of what requests cost, in groups. An ordinary key sees its own requests.\n\n" +
      "By default, it reports the last 30 days, by day. Rows are in order of day, newest first, and then of cost, highest first. A request " +
      "belongs to the UTC day on which it was opened, and counts once it is settled or its outcome is unknown. Keys and workspaces have " +
      "their present names beside them; a user has an id alone, which the host has assigned. `key`, `model`, `user`, `provider` and `workspace` choose " +
      "requests: each takes 1 to 10 values, and a request must have one of each that is stated. With `Accept: text/csv`, " +
      "the page is CSV with a line of names, in which a text that a spreadsheet would take for a formula is preceded by a quote."
  )
  .setUrlParams(ActivityQuery)
  .addSuccess(Paged(ActivityRow))
  .pipe(
    alsoCsv(({ data }, { group_by }) => activityCsv(data, group_by)),
    declareErrors("InvalidInput")
  )
  .middleware(AnyApiKey)

const listActivityEntries = HttpApiEndpoint.get("listActivityEntries", "/activity/entries")
  .annotate(OpenApi.Summary, "List activity entries")
  .annotate(
    OpenApi.Description,
    "Returns the next entries of the activity after a position: requests that were settled or whose outcome became unknown, and corrections of " +
      "costs, in the order in which they were committed.\n\n" +
      "A reader that states `after` of each answer in its next request sees every entry once, and none is ever stored before one that it has " +
      "read. At the end the page is empty, and `after` stays. An entry never changes. Positions have no gaps, but where the retention has " +
      "deleted requests, with all their entries. A request that was sent and whose lease has ended has its entry once a reader comes to the end: at once on " +
      "the server that created it, after 30 seconds on any other."
  )
  .setUrlParams(EntryQuery)
  .addSuccess(ActivityEntries)
  .pipe(declareErrors("InvalidInput"))
  .middleware(ManagementKey)

const getOverview = HttpApiEndpoint.get("getOverview", "/overview")
  .annotate(OpenApi.Summary, "Get an overview")
  .annotate(
    OpenApi.Description,
    "Returns what the organization has spent today, this week and this month (UTC), what its open holds set aside, and what is unknown.\n\n" +
      "All of it is by the counters that budgets are judged by. The days, weeks and months are those of `at`. Amounts through the " +
      "organization's own credentials are apart, as `byok_…`. Unknown holds count until somebody settles or reconciles them: `GET /holds?state=unknown` lists them."
  )
  .addSuccess(DataEnvelope(Overview))
  .middleware(ManagementKey)

export class ActivityApi extends HttpApiGroup.make("activity")
  .annotate(OpenApi.Title, "Activity")
  .annotate(OpenApi.Description, "What requests cost, for reports.")
  .add(listActivity)
  .add(listActivityEntries)
  .add(getOverview) {}
