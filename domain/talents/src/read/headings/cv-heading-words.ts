// Headings that people write in CVs beside the usual names of sections, in English, German, French, Spanish and
// Romanian. Written as `foldPhrase` returns them.
import type { SectionKind } from '@gatehouse/reading/section'

/** Complete headings. They count before stems, so that "Personal statement" is not about contact details. */
export const cvPhrases: Readonly<Partial<Record<SectionKind, readonly string[]>>> = {
  summary: [
    'personal statement|career objective|objective|presentation|presentacion|presentacion personal|mi perfil|prezentare',
    'who i am|zu meiner person|uber mich|en quelques mots|en pocas palabras|povestea mea|cine sunt eu|what i do',
    'selected achievements|career highlights',
  ],
  experience: [
    'work record|employment record|posts held|posts|jobs held|current job|current position|current post|current role',
    'previous jobs|previous positions|past jobs|past positions|previous employment|other jobs|other work|summer jobs',
    'teaching posts|teaching career|clinical experience|salon experience|sites and employers|employers|before that',
    'erfahrung|erfahrungen|meine arbeit|arbeitsleben|arbeitsstellen|bisherige stellen|fruhere stellen|berufsleben',
    'bisherige tatigkeiten|bisherige positionen|anstellungen|beschaftigungen|berufliches|beruflicher lebenslauf',
    'lebenslauf beruflich|arbeitgeber|kuchenstationen|nebenjobs',
    'carriere|emplois|postes|emploi actuel|poste actuel|emplois precedents|mes experiences|experience de travail',
    'experiences de travail|parcours et experiences|employeurs|antecedents professionnels|resume des postes',
    'empleos|trabajos|laburos|puestos|puestos ocupados|puestos desempenados|antecedentes laborales|historia laboral',
    'trabajo actual|trabajo anterior|trabajos anteriores|empleo actual|empleos anteriores|otros trabajos',
    'otros empleos|experiencias|experiencias laborales|trayectoria laboral|recorrido|recorrido profesional|vida laboral',
    'parcurs|angajari|angajatori|lucrari si angajatori|rezumatul carierei|locuri de munca anterioare|posturi ocupate',
    'functii ocupate|experienta de lucru|experienta in munca|cariera mea|activitatea profesionala|munca|santiere si angajatori',
  ],
  education: [
    'study|studying|degree|diploma|diplomas|school and training|training and education|schooling and training',
    'apprenticeship|trade training|formal training|academic record',
    'ausbildung und prufungen|ausbildung und abschlusse|ausbildung und schule|abschluss|abschlusse|schule|lehre und schule',
    'berufsausbildung|schulzeit|studium und ausbildung|ausbildungen|schulen|schulische ausbildung|lehrzeit',
    'diplome|diplomes|mes diplomes|formation et diplomes|diplomes et formations|etudes et diplomes|scolarite',
    'apprentissage|formation initiale|formation scolaire|parcours scolaire|etudes et formation',
    'escolaridad|titulo|titulos|mi formacion|formacion y titulos|formacion reglada|formacion academica y cursos',
    'educacion formal|preparacion academica|estudios realizados',
    'pregatire|pregatire profesionala|scolarizare|diplome|educatie si pregatire|formare profesionala|studii si autorizatii',
    'studii si calificari|scoala absolvita|scoli absolvite',
  ],
  skills: [
    'software|computer|computing|it|it and software|systems|personal skills|strong points|my tools|skills at a glance',
    'abilities',
    'edv|edv und software|it und software|programme|software und tools|starken|meine starken|weitere kenntnisse',
    'zusatzkenntnisse|fachwissen|personliche starken|kenntnisse und fahigkeiten',
    'informatique|bureautique|logiciels|outils informatiques|atouts|points forts|qualites|mes atouts|competences personnelles',
    'informatica|sistemas|programas|paqueteria|manejo de software|fortalezas|cualidades|puntos fuertes|ofimatica',
    'competencias personales|habilidades personales',
    'calculator|programe|programe si aplicatii|puncte tari|puncte forte|calitati|calitati personale|abilitati personale',
    'aptitudini personale|ce stiu bine|competente digitale',
  ],
  languages: [
    'spoken languages and levels|languages spoken|what i speak|sprache|sprachliches|fremdsprachenkenntnisse|langue',
    'langues parlees|mes langues|competences linguistiques|connaissances linguistiques|idioma|lenguas|idiomas y niveles',
    'limbi cunoscute|limbi vorbite|competente lingvistice|cunostinte lingvistice|limba|limbi si niveluri',
  ],
  certifications: [
    'papers|my papers|license|licence|licence situation|driving licence|driving license|status|further training',
    'other training|professional development|safeguarding|registration|also worth knowing|extras|courses and tickets',
    'professional registration|checks',
    'fuhrerschein|fuhrerscheine|fuhrerscheine und nachweise|papiere|dokumente|fortbildung|fortbildungen|kurse',
    'seminare|lehrgange|weiterbildung und kurse|zusatz|zusatzliches|zusatzqualifikationen|weitere angaben|qualifikation',
    'permis de conduire|mes habilitations|cours|cours suivis|formation continue|formations complementaires|autres',
    'renseignements complementaires|informations complementaires',
    'actualizacion|carne de conducir|licencia de conducir|acreditaciones|formacion complementaria|mas datos|varios',
    'otra informacion|informacion adicional|capacitacion|capacitaciones',
    'permis de conducere|autorizari|autorizatii|cursuri si autorizatii|alte date|alte detalii|atestate si permise',
  ],
  awards: ['competitions|wettbewerbe|concours|concursuri|concursos'],
  interests: [
    'free time|spare time|off duty|off the clock|pastimes|pastime|things i enjoy|outside work|stuff i like|when not working',
    'freizeit|privat|und sonst|sonst noch|freizeit und hobbys|hobbys und interessen|interessen und hobbys',
    'mes loisirs|passions|plaisirs|a part ca|passe-temps|interets|vie privee|ailleurs|en dehors du travail',
    'pasatiempos|tiempo libre|me gusta|gustos|ocio|gustos e intereses|mis aficiones',
    'timp liber|in timpul liber|ador|familie|pasiuni|ce imi place',
  ],
  contact: [
    'daten|meine daten|angaben zur person|personliche angaben|personliches|mes coordonnees|datos|mis datos',
    'datos de contacto|date de contact|contacte|date',
  ],
}

/** Headings that are also ordinary words: they count only in a line of its own after an empty one, or in capitals. */
export const cvWordPhrases: Readonly<Partial<Record<SectionKind, string>>> = {
  experience: 'work|history|teaching|kitchens|arbeit|activites|actividad|ventas',
  certifications: 'also|safety|divers|other',
  interests: 'aside|fun|life',
}

/** "Where I have cooked", "Was ich gelernt habe", "Lo que estudié": what the verb says, in the order of the rules. */
export const cvQuestions: readonly (readonly [SectionKind, RegExp])[] = [
  ['languages', /\b(?:speak|spreche|hablo|me comunico|parle|vorbesc)\b/],
  [
    'education',
    /\b(?:studied|learned|learnt|trained|gelernt|studiert|estudie|aprendi|estudiado|aprendido|etudie|appris|lai appris|invatat|studiat)\b/,
  ],
  [
    'experience',
    /\b(?:worked|cooked|driven|taught|built|been|have done|gearbeitet|gekocht|gefahren|gemacht|tatig war|he hecho|hice|trabaje|trabajado|travaille|l?ai fait|lucrat|facut|condus)\b/,
  ],
  [
    'interests',
    /\b(?:like|love|enjoy|days off|mag|gern|disfruto|gusta|j?aime|place|fac in timpul liber|sonst)\b/,
  ],
  ['skills', /\b(?:can do|know|good at|kann|se hacer|domino|sais|stiu|pot)\b/],
]
