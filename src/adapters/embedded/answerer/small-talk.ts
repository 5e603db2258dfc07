/** What somebody says who asks nothing. */
type SmallTalk = "greeting" | "thanks";

/** Whole messages, so that "hello" in a question stays a question. */
const GREETING =
  /^(?:(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|hallo|moin|servus|grüß gott|guten (?:morgen|tag|abend)|bonjour|bonsoir|salut|coucou|hola|buen(?:os|as) (?:días|tardes|noches)|ciao|buongiorno|buonasera|salve|olá|oi|bom dia|boa (?:tarde|noite)|hoi|goede(?:morgen|middag|navond)|dag|cześć|hej|dzień dobry|dobry wieczór|witaj|привет|здравствуйте|здравствуй|добрый (?:день|вечер)|доброе утро|привіт|вітаю|добрий (?:день|вечір)|доброго (?:дня|ранку)|merhaba|selam|günaydın|iyi (?:günler|akşamlar)|مرحبا|مرحبًا|أهلا|أهلاً|السلام عليكم|صباح الخير|مساء الخير|שלום|היי|בוקר טוב|ערב טוב|नमस्ते|नमस्कार|हैलो|你好|您好|嗨|早上好|晚上好|こんにちは|こんばんは|おはよう(?:ございます)?|안녕(?:하세요|하십니까)?|xin chào|chào(?: bạn)?|สวัสดี(?:ครับ|ค่ะ)?|หวัดดี|halo|hai|selamat (?:pagi|siang|sore|malam))(?:\s+(?:there|all|everyone|you|zusammen|à tous|a todos|a tutti|carrel))?[\s,!.?。！؟~]*){1,2}$/iu;
const THANKS =
  /^(?:ok(?:ay)?[\s,.!]*|great[\s,.!]*|perfect[\s,.!]*|super[\s,.!]*)?(?:thanks|thank you|thx|cheers|many thanks|danke(?: ?schön| ?sehr)?|vielen dank|besten dank|herzlichen dank|merci|(?:muchas )?gracias|(?:mille )?grazie|grazie mille|(?:muito )?obrigad[oa]|dank je(?: ?wel)?|dank u(?: ?wel)?|bedankt|dziękuję|dzięki|(?:большое )?спасибо|благодарю|дякую|спасибі|teşekkür(?:ler| ederim)|sağ ?ol|شكرا|شكرًا|شكراً|תודה(?: רבה)?|धन्यवाद|शुक्रिया|谢谢(?:你|您)?|多谢|謝謝|ありがとう(?:ございます|ございました)?|どうも|감사합니다|고마워요?|고맙습니다|cảm ơn(?: bạn)?|ขอบคุณ(?:ครับ|ค่ะ|มาก)*|terima kasih)(?:\s+(?:a lot|very much|so much|a million|beaucoup|mucho|tante|muito|banyak|schön|sehr|нам|большое|carrel|you|for (?:your|the) help|für (?:die|deine) hilfe))*[\s!.。！~]*$/iu;

/** What a message is that asks nothing; null for every other one. */
export function smallTalkOf(message: string): SmallTalk | null {
  const text = message.trim();
  if (text.length > 60) return null;
  if (GREETING.test(text)) return "greeting";
  return THANKS.test(text) ? "thanks" : null;
}
