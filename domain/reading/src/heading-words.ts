// The words of headings. A whole phrase is a heading wherever it has a line of its own; a stem counts only in a line
// that is short or has the form of a heading. The phrases cover some twenty languages, the stems English, German,
// French, Spanish, Italian and Romanian.
import { foldPhrase, foldText } from './fold-text.ts'
import type { SectionKind } from './section.ts'

/**
 * Complete headings, folded (no case, accents or dots), in the larger languages of Europe. A line that consists of one
 * of these is a heading, regardless of its look.
 */
const phrases: Readonly<
  Record<Exclude<SectionKind, 'title' | 'tasks' | 'offer' | 'other'>, readonly string[]>
> = {
  summary: [
    'in short|at a glance|who i am|auf einen blick|kurz gesagt|wer ich bin|en bref|qui suis-je|en resumen|quien soy|pe scurt|cine sunt',
    'summary|professional summary|executive summary|career summary|summary of qualifications|qualifications summary',
    'profile|professional profile|personal profile|career profile|about|about me|objective|career objective|overview',
    'personal statement|highlights|profil|kurzprofil|uber mich|zusammenfassung|resume|profil professionnel|a propos',
    'perfil|perfil profesional|resumen|sobre mi|extracto|objetivo|perfil profissional|resumo|sobre mim|profilo',
    'profilo professionale|sintesi|obiettivo|profiel|samenvatting|over mij|podsumowanie|o mnie|profil zawodowy',
    'profil profesional|despre mine|rezumat|obiectiv|obiectiv profesional|sammanfattning|om mig|om mig selv|o mne',
  ],
  experience: [
    'work|kitchens|appointments|posts|arbeitsstellen|puestos|posturi|postes|emplois|experiente|jobs so far|employment and experience',
    'where i have worked|work so far|career so far|jobs so far|positions held|bisher|beruf|praxis|stationen',
    'berufliche stationen|meine stationen|parcours|postes occupes|emplois occupes|trayectoria|trayectoria profesional',
    'historial|historial profesional|donde he trabajado|unde am lucrat|locuri de munca|activitate|activitate profesionala',
    'parcurs profesional|istoric profesional',
    'background|work background|what i have done|what i did|my work|was ich gemacht habe|was ich bisher gemacht habe|arbeitsleben|historique',
    'historique professionnel|lo que he hecho|historia laboral|mi trayectoria|ce am facut|ce am lucrat|istoric',
    'experience|work experience|professional experience|employment|employment history|work history|career history',
    'relevant experience|relevant work experience|experience highlights|professional background|career|jobs|positions',
    'internships|internship experience|industry experience|additional experience|other experience|leadership experience',
    'leadership and experience|military experience|research experience|teaching experience|engineering experience',
    'roles|positions held|berufliche stationen|stationen|berufliche tatigkeit|beruflicher hintergrund|tatigkeiten',
    'berufserfahrung|beruflicher werdegang|berufspraxis|praktische erfahrung|werdegang|praktika|arbeitserfahrung',
    'experience professionnelle|experiences professionnelles|experiences|parcours professionnel|stages',
    'parcours|parcurs profesional|istoric profesional|istoricul muncii|activitate profesionala|cariera|vida laboral',
    'trayectoria|trayectoria profesional|experiencia|experiencia laboral|experiencia profesional|historial laboral|experiencia profissional',
    'esperienza|esperienza lavorativa|esperienze lavorative|esperienza professionale|esperienze professionali',
    'werkervaring|ervaring|doswiadczenie|doswiadczenie zawodowe|przebieg kariery|experienta|experienta profesionala',
    'experienta de munca|pracovni zkusenosti|praxe|pracovne skusenosti|munkatapasztalat|szakmai tapasztalat',
    'arbetslivserfarenhet|erfarenhet|erhvervserfaring|arbeidserfaring|tyokokemus|επαγγελματικη εμπειρια',
    'професионален опит|трудов стаж|опыт работы|досвід роботи|radno iskustvo|delovne izkusnje|is deneyimi|deneyim',
  ],
  education: [
    'education and qualification|education and qualifications|pregatire|studii si pregatire|etudes et diplomes|training and education',
    'school|schooling|schule|schule und ausbildung|lehre|scolarite|estudios y cursos|scoala|scoli|studii si cursuri',
    'education|academic background|educational background|education and training|academic qualifications|academics',
    'academic history|education history|qualifications|degrees|training|coursework|relevant coursework|studies',
    'schule|schulausbildung|schulischer werdegang|ausbildung|bildung|bildungsweg|schulbildung|studium|akademischer werdegang|aus- und weiterbildung|weiterbildung',
    'formation|formations|etudes|parcours academique|diplomes|formation academique|educacion|formacion',
    'formacion academica|estudios|titulacion|istruzione|istruzione e formazione|formazione|titoli di studio',
    'educacao|formacao|formacao academica|escolaridade|opleiding|opleidingen|onderwijs|wyksztalcenie|edukacja',
    'educatie|educatie si formare|studii|formare|vzdelani|vzdelanie|tanulmanyok|kepzes|iskolai vegzettseg',
    'utbildning|uddannelse|utdanning|utdannelse|koulutus|εκπαιδευση|образование|освіта|obrazovanje|izobrazba|egitim',
  ],
  skills: [
    'methods|software|good at|tools and methods|informatique|informatica|calculator|edv|it|computer|logiciels|programas|programe|toolbox',
    'what i can do|know-how|stack|was ich kann|werkzeuge|savoir-faire|ce que je sais faire|outils|lo que se hacer|herramientas',
    'ce stiu|ce stiu sa fac|instrumente|abilities|what i am good at|what i know|was ich gut kann|ce que je sais|saberes|lo que se',
    'skills|technical skills|key skills|core skills|core competencies|competencies|areas of expertise|expertise',
    'technologies|tools|tools and technologies|tech stack|technical proficiencies|professional skills|software skills',
    'top skills|additional skills|hard skills|soft skills|computer skills|it skills|skills and tools|skill set|strengths',
    'skills and abilities|skills and technologies|skills and interests|programming languages|technical expertise',
    'kenntnisse|fahigkeiten|kompetenzen|it-kenntnisse|edv-kenntnisse|fachkenntnisse|faehigkeiten|fertigkeiten',
    'competences|competences techniques|competences cles|competences informatiques|habilidades|aptitudes',
    'competencias|conocimientos|conocimientos tecnicos|competenze|competenze tecniche|capacita e competenze',
    'competencias tecnicas|vaardigheden|competenties|umiejetnosci|kompetencje|competente|abilitati|aptitudini',
    'competente tehnice|dovednosti|zrucnosti|kepessegek|keszsegek|fardigheter|kompetenser|faerdigheder|ferdigheter',
    'taidot|osaaminen|δεξιοτητες|умения|навыки|навички|vjestine|vestine|vescine|yetenekler|beceriler',
  ],
  languages: [
    'languages|language skills|spoken languages|sprachen|sprachkenntnisse|langues|langues etrangeres|idiomas|lingue',
    'competences linguistiques|lenguas|competenze linguistiche|lingue straniere|linguas|talen|talenkennis|jezyki|jezyki obce|znajomosc jezykow|limbi',
    'limbi straine|limbi vorbite|jazyky|jazykove znalosti|nyelvtudas|nyelvek|nyelvismeret|sprak|sprog|kielitaito|γλωσσες|езици|языки',
    'знание языков|мови|jezici|jeziki|diller|yabanci dil',
  ],
  certifications: [
    'education and tickets|registration|registrations|registration and certificates|registrations and certificates|availability',
    'verfugbarkeit|mitgliedschaften|disponibilite|disponibilidad',
    'disponibilitate|atestari|further details|diverse|datos de interes|datos profesionales',
    'licences|licences and cards|cards and tickets|tickets|memberships and licences|nachweise|scheine|scheine und nachweise',
    'fuhrerscheine|permis|permis et habilitations|habilitations|attestations|carnes|carnets|carnes y certificados|permise',
    'permise si atestate|atestate|documente|acte|otros|otros datos|sonstiges|weiteres|divers|altele|alte informatii|other|also',
    'certifications|certificates|licenses|licenses and certifications|certifications and licenses|professional certifications',
    'training and certifications|courses|courses and certifications|zertifikate|zertifizierungen|weiterbildungen',
    'certificats|certifications professionnelles|certificaciones|cursos|certificazioni|certificacoes|certificaten',
    'cursussen|certyfikaty|kursy|certificari|cursuri|certifikaty|kurzy|tanusitvanyok|certifieringar|kurser|sertifikater',
    'sertifikaatit|сертификаты|сертификати|certifikati|sertifikalar',
  ],
  projects: [
    'projects|personal projects|selected projects|academic projects|side projects|key projects|open source|portfolio',
    'project experience|projekte|projets|projets personnels|proyectos|progetti|projetos|projecten|projekty|proiecte',
    'projektek|projekt|prosjekter|projekter|projektit|проекти|проекты|projekti|projeler|program experience',
  ],
  publications: [
    'publications|papers|selected publications|patents|talks|presentations|conferences|research|veroffentlichungen',
    'publikationen|publicaciones|pubblicazioni|publicacoes|publicaties|publikacje|publicatii|publikace|publikaciok',
    'publikationer|julkaisut|публикации|публікації',
  ],
  awards: [
    'awards|honors|honours|honors and awards|awards and honors|achievements|key achievements|accomplishments|recognition',
    'scholarships|honors and activities|auszeichnungen|preise|distinctions|prix|premios|logros|premi|riconoscimenti',
    'premios e reconhecimentos|conquistas|prijzen|nagrody|osiagniecia|premii|realizari|oceneni|dijak|utmarkelser',
    'priser|palkinnot|награды|нагороди|oduller',
  ],
  volunteering: [
    'volunteering|volunteer experience|volunteer work|volunteer|community|community service|community involvement',
    'extracurricular activities|extracurriculars|activities|leadership|leadership and activities|memberships|membership|professional memberships|affiliations',
    'ehrenamt|ehrenamtliches engagement|engagement|benevolat|engagements|voluntariado|volontariato|vrijwilligerswerk',
    'wolontariat|voluntariat|dobrovolnictvi|onkentes munka|ideellt arbete|frivilligt arbejde|волонтерство',
  ],
  interests: [
    'free time|spare time|off screen|freizeit|ocio|tiempo libre|temps libre|timp liber|pasiuni|interests and hobbies',
    'interests|hobbies|hobbies and interests|personal interests|interessen|hobbys|centres dinteret|loisirs|intereses',
    'aficiones|interessi|hobby|interesses|zainteresowania|interese|hobby-uri|zajmy|konicky|erdeklodes|intressen',
    'fritidsinteresser|harrastukset|интересы|интереси|hobiler|ilgi alanlari',
  ],
  references: [
    'references|referees|referenzen|references available upon request|referencias|referenze|referenties|referencje',
    'referinte|reference|referenciak|referenser|referencer|suosittelijat|рекомендации|referanslar',
  ],
  contact: [
    'contact|contact information|contact details|contact info|personal information|personal details|personal data|links',
    'kontakt|kontaktdaten|personliche daten|persoenliche daten|coordonnees|informations personnelles|etat civil',
    'contacto|datos personales|informacion de contacto|contatti|dati personali|informazioni personali|contato',
    'dados pessoais|contactgegevens|persoonlijke gegevens|persoonsgegevens|dane osobowe|date personale|informatii personale',
    'osobni udaje|osobne udaje|szemelyes adatok|personuppgifter|personlige oplysninger|yhteystiedot|контакты|контакти|iletisim',
  ],
}

// The first match wins. Written as `foldText` returns them: lower case, without accents.
const stems: readonly (readonly [SectionKind, RegExp])[] = [
  [
    'offer',
    /\b(?:we offer|offer you|benefits?|perks|apply|equal (?:opportunity|employ)|about us|oferim|aplica|oportunitate egala|egalitatea|asteptam|wir bieten|bewerb|nous offrons|avantages|postuler|ofrecemos|offriamo)/,
  ],
  ['contact', /\b(?:personal|contact|kontakt|coordonnees|contacto|contatti)/],
  ['interests', /\b(?:hobb|interest|interese)/],
  ['references', /\b(?:referenc|referin)/],
  ['education', /\b(?:educat|academic|studies|studii|ausbildung|bildung|formation|educacion|istruzione)/],
  ['title', /^(?:job |position )?(?:title|titel|titre|titlu)\b/],
  ['tasks', /\b(?:respons[ai]b|duties|tasks|what you|ce vei|aufgaben|missions|tareas|funciones|compiti)/],
  [
    'skills',
    /\b(?:skill|competen|aptitud|abilitat|abilities|qualif|calific|requirement|cerinte|technolog|tehnic|expertise|kenntnisse|fahigkeiten|anforderungen|profil recherche|conocimientos|requisit)/,
  ],
  [
    'experience',
    /\b(?:experien|employment|work history|career|istoria|berufs|werdegang|parcours|trayectoria|esperienz)/,
  ],
  [
    'summary',
    /\b(?:summary|about the role|overview|profile|introduc|despre rol|prezentare|sintez|profil|uber uns|resumen|resume|sommario)/,
  ],
]

const kindOfPhrase: ReadonlyMap<string, SectionKind> = new Map(
  Object.entries(phrases).flatMap(([kind, lists]) =>
    lists.flatMap((list) => list.split('|')).map((phrase) => [phrase, kind as SectionKind] as const),
  ),
)

/** Returns the section whose name is the whole text. */
export function sectionOfPhrase(text: string): SectionKind | undefined {
  return kindOfPhrase.get(foldHeading(text))
}

/** The section of a qualified heading: `Relevant Engineering Experience`, `Awards & Distinctions`. */
export function sectionWithin(text: string): SectionKind | undefined {
  const words = foldHeading(text).split(' ')
  for (let count = words.length - 1; count > 0; count -= 1) {
    const [first, last] = [words.slice(0, count), words.slice(-count)]
    const kind = kindOfPhrase.get(last.join(' ')) ?? kindOfPhrase.get(first.join(' '))
    if (kind !== undefined) return kind
  }
  return words
    .toReversed()
    .map((word) => kindOfPhrase.get(word))
    .find((kind) => kind !== undefined)
}

/** Returns the section that a word in the text indicates by its stem. */
export function sectionOfStem(text: string): SectionKind | undefined {
  const folded = foldText(text)
  return stems.find(([, words]) => words.test(folded))?.[0]
}

function foldHeading(text: string): string {
  return foldPhrase(text)
    .replaceAll(/\s*[&+]\s*/g, ' and ')
    .replaceAll(/\s*\/\s*/g, ' and ')
    .replaceAll(/,/g, '')
}
