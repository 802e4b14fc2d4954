import { Memory } from "@tollgate/core"
import { storesContract } from "@tollgate/testing/contracts"

storesContract("memory", Memory.layer)
