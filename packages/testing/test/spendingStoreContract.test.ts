import { Memory } from "@tollgate/core"
import { spendingStoreContract } from "@tollgate/testing/contracts"

spendingStoreContract("memory", Memory.layer)
