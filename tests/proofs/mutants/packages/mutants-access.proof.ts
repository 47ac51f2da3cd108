import { createMutantsProof } from '../create-mutants-proof.ts'
import { access } from '../mutated-packages.ts'

export const proof = createMutantsProof(access)
