import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { NewRun, OpenedRun, Paged, Run, RunPatch, RunPlaceQuery, RunQuery, RunStop } from "@tollgate/core/models"
import { DataEnvelope } from "./DataEnvelope.js"
import { declareErrors } from "./declareErrors.js"
import { GatewayOrManagementKey } from "./GatewayKey.js"
import { ManagementKey } from "./ManagementKey.js"
import { nothingCreated } from "./NothingCreated.js"
import { OptionalBody } from "./OptionalBody.js"
import { RunPathParameter } from "./paths.js"

const listRuns = HttpApiEndpoint.get("listRuns", "/runs")
  .annotate(OpenApi.Summary, "List runs")
  .annotate(
    OpenApi.Description,
    "Returns one page of the organization's runs, by the time of their latest request, newest first. For a run without a request, the time " +
      "of its creation counts."
  )
  .setUrlParams(RunQuery)
  .addSuccess(Paged(Run))
  .pipe(declareErrors("InvalidInput", "WorkspaceNotFound"))
  .middleware(GatewayOrManagementKey)

const openRun = HttpApiEndpoint.put("openRun", "/runs/:path")
  .annotate(OpenApi.Summary, "Open a run")
  .annotate(
    OpenApi.Description,
    "Creates a run before its first request. The run directly above it must exist. Answers 200 if the run exists with the stated limits. " +
      "The path is one segment of the URL, percent-encoded: `/runs/job-7%2Fresearcher`."
  )
  .setPath(RunPathParameter)
  .setPayload(NewRun)
  .addSuccess(OpenedRun, { status: 201 })
  .pipe(
    nothingCreated(({ repeated }) => repeated),
    declareErrors("InvalidInput", "RunRefused", "WorkspaceNotFound")
  )
  .annotate(OptionalBody, true)
  .middleware(ManagementKey)

const getRun = HttpApiEndpoint.get("getRun", "/runs/:path")
  .annotate(OpenApi.Summary, "Get a run")
  .annotate(OpenApi.Description, "Returns a run with what it and all runs below it have spent.")
  .setPath(RunPathParameter)
  .setUrlParams(RunPlaceQuery)
  .addSuccess(DataEnvelope(Run))
  .pipe(declareErrors("InvalidInput", "RunNotFound", "WorkspaceNotFound"))
  .middleware(GatewayOrManagementKey)

const updateRun = HttpApiEndpoint.patch("updateRun", "/runs/:path")
  .annotate(OpenApi.Summary, "Update a run")
  .annotate(
    OpenApi.Description,
    "Changes the limits and the end of a run, from the next admission on in every process. Requests that wait are judged again."
  )
  .setPath(RunPathParameter)
  .setPayload(RunPatch)
  .addSuccess(DataEnvelope(Run))
  .pipe(declareErrors("InvalidInput", "RunNotFound", "WorkspaceNotFound"))
  .middleware(ManagementKey)

const stopRun = HttpApiEndpoint.post("stopRun", "/runs/:path/stop")
  .annotate(OpenApi.Summary, "Stop a run")
  .annotate(
    OpenApi.Description,
    "Stops a run: from the next request on, in every process, nothing is admitted in it and below it. Open holds renew their leases and " +
      "are settled as before. A run that does not exist is created stopped, if the run directly above it exists. Stopping a stopped run " +
      "changes nothing."
  )
  .setPath(RunPathParameter)
  .setPayload(RunStop)
  .addSuccess(DataEnvelope(Run))
  .pipe(declareErrors("InvalidInput", "RunNotFound", "RunRefused", "WorkspaceNotFound"))
  .annotate(OptionalBody, true)
  .middleware(GatewayOrManagementKey)

const resumeRun = HttpApiEndpoint.post("resumeRun", "/runs/:path/resume")
  .annotate(OpenApi.Summary, "Resume a run")
  .annotate(
    OpenApi.Description,
    "Resumes a stopped run. A run above it that is stopped still refuses. Resuming a run that is not stopped changes nothing."
  )
  .setPath(RunPathParameter)
  .setPayload(RunStop)
  .addSuccess(DataEnvelope(Run))
  .pipe(declareErrors("InvalidInput", "RunNotFound", "WorkspaceNotFound"))
  .annotate(OptionalBody, true)
  .middleware(GatewayOrManagementKey)

export class RunsApi extends HttpApiGroup.make("runs")
  .annotate(OpenApi.Title, "Runs")
  .annotate(
    OpenApi.Description,
    "Pieces of work of many requests, such as agents, with limits on all of them together. Runs may have runs below them."
  )
  .add(listRuns)
  .add(openRun)
  .add(getRun)
  .add(updateRun)
  .add(stopRun)
  .add(resumeRun) {}
