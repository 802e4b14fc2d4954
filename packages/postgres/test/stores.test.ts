import { storesContract } from "@tollgate/testing/contracts"
import { inEmptyDatabase } from "./support/stores.js"

storesContract("PostgreSQL", inEmptyDatabase)
