import { storesContract } from "@tollgate/testing/contracts"
import { inFreshDatabase } from "./support/stores.js"

storesContract("PostgreSQL", inFreshDatabase)
