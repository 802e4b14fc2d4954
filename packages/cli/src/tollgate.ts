#!/usr/bin/env node
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { outliveReaders } from "./output/streams.js"
import { codeOf, program } from "./program.js"
import { stopOnce } from "./stopOnce.js"

outliveReaders()
stopOnce()
const args = process.argv.slice(2)
NodeRuntime.runMain(program(args), {
  disableErrorReporting: true,
  disablePrettyLogger: true,
  teardown: (exit, onExit) => onExit(codeOf(exit, args))
})
