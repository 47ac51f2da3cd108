import type { Proof } from '../../proof.ts'
import { createMutantsProof } from '../create-mutants-proof.ts'
import { billingRules } from '../mutated-packages.ts'

// On every push: its tests need no server, so five mutants take seconds, and Stryker is tried.
export const proof: Proof = { ...createMutantsProof(billingRules), tier: 'push' }
