/** What somebody says who asks nothing of their documents. */
type SmallTalk = "greeting" | "thanks" | "service" | "reply";

/** Whole messages, so that "hello" in a question stays a question. */
const GREETING =
  /^(?:(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|hallo|moin|servus|grüß gott|guten (?:morgen|tag|abend)|bonjour|bonsoir|salut|coucou|hola|buen(?:os|as) (?:días|tardes|noches)|ciao|buongiorno|buonasera|salve|olá|oi|bom dia|boa (?:tarde|noite)|hoi|goede(?:morgen|middag|navond)|dag|cześć|hej|dzień dobry|dobry wieczór|witaj|привет|здравствуйте|здравствуй|добрый (?:день|вечер)|доброе утро|привіт|вітаю|добрий (?:день|вечір)|доброго (?:дня|ранку)|merhaba|selam|günaydın|iyi (?:günler|akşamlar)|مرحبا|مرحبًا|أهلا|أهلاً|السلام عليكم|صباح الخير|مساء الخير|שלום|היי|בוקר טוב|ערב טוב|नमस्ते|नमस्कार|हैलो|你好|您好|嗨|早上好|晚上好|こんにちは|こんばんは|おはよう(?:ございます)?|안녕(?:하세요|하십니까)?|xin chào|chào(?: bạn)?|สวัสดี(?:ครับ|ค่ะ)?|หวัดดี|halo|hai|selamat (?:pagi|siang|sore|malam))(?:\s+(?:there|all|everyone|you|zusammen|à tous|a todos|a tutti|carrel))?[\s,!.?。！؟~]*){1,2}$/iu;
const THANKS =
  /^(?:ok(?:ay)?[\s,.!]*|great[\s,.!]*|perfect[\s,.!]*|super[\s,.!]*)?(?:thanks|thank you|thx|cheers|many thanks|danke(?: ?schön| ?sehr)?|vielen dank|besten dank|herzlichen dank|merci|(?:muchas )?gracias|(?:mille )?grazie|grazie mille|(?:muito )?obrigad[oa]|dank je(?: ?wel)?|dank u(?: ?wel)?|bedankt|dziękuję|dzięki|(?:большое )?спасибо|благодарю|дякую|спасибі|teşekkür(?:ler| ederim)|sağ ?ol|شكرا|شكرًا|شكراً|תודה(?: רבה)?|धन्यवाद|शुक्रिया|谢谢(?:你|您)?|多谢|謝謝|ありがとう(?:ございます|ございました)?|どうも|감사합니다|고마워요?|고맙습니다|cảm ơn(?: bạn)?|ขอบคุณ(?:ครับ|ค่ะ|มาก)*|terima kasih)(?:\s+(?:a lot|very much|so much|a million|beaucoup|mucho|tante|muito|banyak|schön|sehr|нам|большое|carrel|you|for (?:your|the) help|für (?:die|deine) hilfe))*[\s!.。！~]*$/iu;

/** Questions about whoever answers, and none about a document. */
const SERVICE =
  /^(?:(?:so|and|hey|hi|hello|hallo|hola|ciao|bonjour)[\s,!]+)?[¿¡]?(?:who (?:are|made) you|what are you|what can (?:you do(?: for me)?|i (?:ask(?: you)?|do here))|how (?:do you|does (?:this|it)) work|how are you(?: doing)?|are you (?:an? )?(?:human|bot|robot|ai|real|there)|(?:which|what) (?:language )?model (?:are you|is this|do you use)|can you help(?: me)?|help(?: me)?|tell me a joke|what is carrel|wer bist du|was bist du|was kannst du(?: alles)?|was kann ich (?:dich )?fragen|wie funktionier(?:st du|t das)|kannst du mir helfen|bist du (?:eine? )?(?:mensch|roboter|ki|bot)|welches modell bist du|wie geht(?:['’]s| es dir| es ihnen)?|hilfe|qui (?:es-tu|êtes-vous)|(?:que|qu['’]est-ce que) (?:peux-tu|pouvez-vous|tu peux|vous pouvez) faire|comment ça marche|(?:peux-tu|pouvez-vous) m['’]aider|(?:comment )?ça va|quién eres|qué (?:puedes|sabes) hacer|cómo funcionas?|(?:me )?puedes ayudar(?:me)?|qué tal|cómo estás|chi sei|(?:che )?cosa (?:puoi|sai) fare|come funzion[ai]|puoi aiutarmi|come (?:stai|va)|quem é você|o que você (?:pode|sabe) fazer|como funciona|pode me ajudar|tudo bem|wie ben je|wat kun je(?: doen)?|kun je me helpen|kim jesteś|co potrafisz|кто (?:ты|вы)|что ты (?:умеешь|можешь)|как дела|хто ти|що ти вмієш|sen kimsin|ne yapabilirsin|من أنت|ماذا يمكنك أن تفعل|מי אתה|מה אתה יכול לעשות|आप कौन हैं|你是谁|你能做什么|你好吗|あなたは誰(?:ですか)?|何ができますか|元気ですか|누구세요|뭐 할 수 있어요?|bạn là ai|คุณคือใคร|siapa kamu)[\s!.?。！？؟~]*$/iu;
/** What answers the one who answers. */
const REPLY =
  /^(?:ok(?:ay)?|got it|i see|yes|yep|yeah|no|nope|sure|fine|(?:good)?bye|see you|test(?:ing)?|that(?:['’]s| is) not what i meant|ja|nein|alles klar|verstanden|tschüss|auf wiedersehen|bis bald|oui|non|d['’]accord|au revoir|sí|vale|adiós|hasta luego|sì|va bene|arrivederci|sim|não|tchau|да|нет|пока|до свидания|はい|いいえ|わかりました|さようなら|好的?|是的?|不是?|再见|네|아니요|알겠습니다)(?:[\s,]+(?:please|thanks|got it|bitte|danke|s['’]il (?:te|vous) plaît|por favor|gracias|grazie|per favore))*[\s!.。！~]*$/iu;
/** A greeting before it. */
const OPENING = /^(?:hi|hello|hey|hallo|hola|ciao|bonjour|olá|привет)\b[\s,!.¡¿]+(?=\S)/iu;

/** What a message is that asks nothing of documents; null for every other one. */
export function smallTalkOf(message: string): SmallTalk | null {
  const text = message.trim().replace(/^[¡¿]+/u, "");
  if (text.length > 60) return null;
  if (GREETING.test(text)) return "greeting";
  if (THANKS.test(text)) return "thanks";
  if (SERVICE.test(text.replace(OPENING, ""))) return "service";
  return REPLY.test(text) ? "reply" : null;
}
