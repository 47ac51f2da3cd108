// Words that announce protected data about a person: their age, gender, family, nationality, religion or health.
import { foldPhrase } from './fold-text.ts'

const sensitive = [
  [
    'date_of_birth',
    /\b(?:date of birth|place of birth|born (?:on|in|\d)|birth ?date|dob|geburtsdatum|geburtsort|geboren|geb|date de naissance|lieu de naissance|nee? (?:le|en)|fecha de nacimiento|lugar de nacimiento|nacid[oa] (?:el|en)|data di nascita|data nasterii|locul nasterii|nascuta? (?:la|in|pe)|data nascimento)\b/,
  ],
  [
    'age',
    /\b(?:age|alter|edad|eta|varsta)\s*:?\s*\d\d\b|\b\d\d (?:years old|jahre alt|anos de edad|de ani impliniti)\b/,
  ],
  ['gender', /\b(?:gender|sex|geschlecht|sexe|sexo|sesso|sexul|genul)\s*[:|]/],
  [
    'marital_status',
    /\b(?:marital status|familienstand|situation familiale|estado civil|stato civile|stare(?:a)? civila|zivilstand|married|verheiratet(?:er?)?|ledig(?:er?)?|geschieden(?:er?)?|celibataire|casad[oa]|solter[oa]|divorciad[oa]|casatorita?|necasatorita?|divortata?)\b/,
  ],
  [
    'nationality',
    /\b(?:nationality|nationalitat|staatsangehorigkeit|nationalite|nacionalidad|nazionalita|nationalitatea?|staatsburgerschaft|citizenship|ciudadania|cetateni[ae])\b/,
  ],
  ['religion', /\b(?:religion|konfession|religione)\s*[:|]/],
  ['health', /\b(?:disability|disabled|schwerbehindert\w*|handicap|state of health|gesundheitszustand)\b/],
  [
    'national_id',
    /\b(?:passport (?:no|number)|national id|id card (?:no|number)|personalausweis|social security|ssn|dni|codice fiscale|cnp)\b\s*[:#\d]/,
  ],
  ['family', /\b(?:children|kinder|enfants|hijos|figli|copii)\s*[:|]/],
] as const satisfies readonly (readonly [string, RegExp])[]

export type SensitiveKind = (typeof sensitive)[number][0]

/** Returns the kinds of protected data that occur in the lines. */
export function findSensitive(texts: readonly string[]): SensitiveKind[] {
  const folded = texts.map(foldPhrase)
  return sensitive.filter(([, words]) => folded.some((text) => words.test(text))).map(([kind]) => kind)
}
