#!/usr/bin/env node
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { outliveReaders } from "./output/streams.js"
import { codeOf, program } from "./program.js"
import { stopOnce } from "./stopOnce.js"

outliveReaders()
stopOnce()
NodeRuntime.runMain(program(process.argv.slice(2)), {
  disableErrorReporting: true,
  disablePrettyLogger: true,
  teardown: (exit, onExit) => onExit(codeOf(exit))
})
