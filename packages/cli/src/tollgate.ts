#!/usr/bin/env node
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
import { outliveReaders, outputLost } from "./output/streams.js"
import { run } from "./run.js"
import { stopOnce } from "./stopOnce.js"

const FAILED = 1
const WRONG_USE = 2

/** Refusals of what was typed, and not of what was found. */
const wrongUse = new Set([
  "ArgumentsRefused",
  "NothingSelected",
  "OperationsElsewhere",
  "SettingRefused",
  "TargetRefused",
  "UrlRefused",
  "VarsRefused"
])

const isWrongUse = (failure: unknown) =>
  Predicate.hasProperty(failure, "_tag") && typeof failure._tag === "string" && wrongUse.has(failure._tag)

const codeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isFailure(exit) && !Cause.isInterruptedOnly(exit.cause)) {
    return isWrongUse(Cause.squash(exit.cause)) ? WRONG_USE : FAILED
  }
  // A server that was stopped has done its work, whoever listened to it.
  return Exit.isSuccess(exit) && outputLost() !== undefined ? FAILED : 0
}

/** A refusal is one sentence. What nobody foresaw is told with its trace, since it is ours to mend. */
const explain = (cause: Cause.Cause<unknown>) => {
  // An interruption was asked for.
  if (Cause.isInterruptedOnly(cause)) return Effect.void
  const failure = Cause.squash(cause)
  const isRefusal = failure instanceof Error && Predicate.hasProperty(failure, "_tag") && failure.message !== ""
  return Console.error(isRefusal ? failure.message : Cause.pretty(cause))
}

const checkOutput = Effect.suspend(() => {
  const lost = outputLost()
  // Whoever went away wants to hear no more of it.
  return lost === undefined || lost.code === "EPIPE" ? Effect.void : lost
})

outliveReaders()
stopOnce()
run(process.argv.slice(2)).pipe(
  Effect.zipLeft(checkOutput),
  Effect.tapErrorCause(explain),
  Effect.provide(Layer.mergeAll(NodeFileSystem.layer, NodePath.layer, NodeTerminal.layer)),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    disablePrettyLogger: true,
    teardown: (exit, onExit) => onExit(codeOf(exit))
  })
)
