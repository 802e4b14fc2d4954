import { storesContract } from "@tollgate/testing/contracts"
import { inFreshFile } from "./support/files.js"

storesContract("an SQLite file", inFreshFile)
