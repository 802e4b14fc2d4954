#!/usr/bin/env node
import * as CliConfig from "@effect/cli/CliConfig"
import * as Command from "@effect/cli/Command"
import * as ValidationError from "@effect/cli/ValidationError"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeTerminal from "@effect/platform-node/NodeTerminal"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import { tollgate } from "./command.js"

const WRONG_USE = 2

const codeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause)) return 0
  const failure = Cause.squash(exit.cause)
  const isWrongUse = Predicate.isTagged(failure, "SettingRefused") || Predicate.isTagged(failure, "VarsRefused")
  return isWrongUse || ValidationError.isValidationError(failure) ? WRONG_USE : 1
}

/** A refusal is one sentence. What nobody foresaw is told with its trace, since it is ours to mend. */
const explain = (cause: Cause.Cause<unknown>) => {
  const failure = Cause.squash(cause)
  // Wrong flags have been explained already, and an interruption was asked for.
  if (Cause.isInterruptedOnly(cause) || ValidationError.isValidationError(failure)) return Effect.void
  const isRefusal = failure instanceof Error && "_tag" in failure && failure.message !== ""
  return Console.error(isRefusal ? failure.message : Cause.pretty(cause))
}

/** The help shows our own flags alone. */
const help = CliConfig.layer({ showBuiltIns: false })

const run = Command.run(tollgate, { name: "Tollgate", version: "0.1.0" })

run(process.argv).pipe(
  Effect.tapErrorCause(explain),
  Effect.provide(Layer.mergeAll(NodeFileSystem.layer, NodePath.layer, NodeTerminal.layer, help)),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    disablePrettyLogger: true,
    teardown: (exit, onExit) => onExit(codeOf(exit))
  })
)
