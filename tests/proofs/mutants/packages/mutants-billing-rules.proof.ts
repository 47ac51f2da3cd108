import { createMutantsProof } from '../create-mutants-proof.ts'
import { billingRules } from '../mutated-packages.ts'

export const proof = createMutantsProof(billingRules)
