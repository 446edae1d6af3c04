import { lookUpHost, registrableDomain } from '../page-url';

/** Payment providers, bank confirmations (3-D Secure) and checkouts, with their subdomains. */
const PAYMENT_HOSTS =
  'stripe.com stripe.network paypal.com paypalobjects.com paypal.me braintreegateway.com braintreepayments.com klarna.com klarnaservices.com adyen.com adyenpayments.com ' +
  'mollie.com paddle.com paddle.net lemonsqueezy.com gumroad.com polar.sh creem.io dodopayments.com fastspring.com onfastspring.com 2checkout.com verifone.cloud chargebee.com ' +
  'recurly.com squareup.com square.link squareupsandbox.com cash.app afterpay.com clearpay.co.uk affirm.com sezzle.com zip.co worldpay.com ' +
  'checkout.com sagepay.com opayo.co.uk opayo.eu authorize.net cybersource.com globalpay.com gocardless.com trustly.com sofort.com giropay.de ideal.nl ' +
  'multisafepay.com buckaroo.nl pay.nl payu.com payu.in secure.payu.com przelewy24.pl tpay.com dotpay.pl blik.com twint.ch postfinance.ch datatrans.com ' +
  'saferpay.com wirecard.com unzer.com heidelpay.com paysafe.com paysafecard.com skrill.com neteller.com alipay.com alipayplus.com ' +
  'unionpay.com unionpayintl.com razorpay.com rzp.io paytm.in ccavenue.com billdesk.com cashfree.com instamojo.com mercadopago.com mercadopago.com.ar mercadopago.com.br ' +
  'pagseguro.uol.com.br pagar.me ebanx.com dlocal.com paystack.com paystack.co flutterwave.com yookassa.ru yoomoney.ru robokassa.ru cloudpayments.ru iyzico.com iyzipay.com ' +
  'vipps.no mobilepay.dk nets.eu swish.nu bancontact.net payconiq.com hipay.com hipay-tpp.com lyra.com payzen.eu payplug.com oney.io alma.eu getalma.eu scalapay.com satispay.com ' +
  'redsys.es bizum.es multibanco.pt easypay.pt ifthenpay.com cardinalcommerce.com arcot.com 3dsecure.io secure5gw.ro netopia-payments.com mobilpay.ro ' +
  'checkout.shopify.com pay.google.com pay.amazon.com payments.amazon.com payments.amazon.co.uk payments.amazon.de apple-pay-gateway.apple.com shopifypay.com bitpay.com commerce.coinbase.com opennode.com' +
  ' sofortueberweisung.de sofort-ueberweisung.de klarna.net ogone.com ingenico.com computop-paygate.com payone.com payone.de paydirekt.de wero-wallet.eu bluem.nl ' +
  'securesuite.net securesuite.co.uk rsa3dsauth.com wlp-acs.com modirum.com netcetera.com netcetera-payment.ch 3dsecure.no 3dsecure.az 3ds2.global entersekt.com bankart.si sia.eu nexi.it ' +
  'monext.fr payline.com epayco.co wompi.co khalti.com esewa.com.np jazzcash.com.pk bkash.com sslcommerz.com midtrans.com xendit.co doku.com omise.co paymongo.com 2c2p.com toyyibpay.com ' +
  'gmopg.jp veritrans.co.jp paypay.ne.jp tosspayments.com inicis.com kcp.co.kr ecpay.com.tw newebpay.com line-pay.line.me liqpay.ua wayforpay.com portmone.com.ua fondy.eu';

/** Identity providers, with their subdomains: people return from them to the page that they were on. */
const SIGN_IN_HOSTS =
  'login.microsoftonline.com login.microsoftonline.us login.microsoft.com login.live.com login.windows.net account.live.com b2clogin.com ciamlogin.com ' +
  'accounts.google.com accounts.youtube.com appleid.apple.com idmsa.apple.com appleid.cdn-apple.com account.apple.com auth0.com okta.com oktapreview.com okta-emea.com onelogin.com ' +
  'pingone.com pingone.eu pingidentity.com duosecurity.com jumpcloud.com rippling.com amazoncognito.com signin.aws.amazon.com signin.aws na.account.amazon.com accounts.dev clerk.accounts.dev ' +
  'workos.com authkit.app stytch.com kinde.com descope.com fusionauth.io frontegg.com propelauth.com login.salesforce.com accounts.spotify.com id.twitch.tv id.atlassian.com ' +
  'accounts.zoho.com accounts.zoho.eu accounts.kakao.com kauth.kakao.com nid.naver.com access.line.me passport.yandex.ru passport.yandex.com oauth.yandex.ru id.vk.com oauth.vk.com ' +
  'passport.baidu.com graph.qq.com oauth.telegram.org bankid.com bankid.no freja.com mitid.dk nemlog-in.dk suomi.fi itsme.be digid.nl eherkenning.nl franceconnect.gouv.fr spid.gov.it ' +
  'login.gov id.me verified.me smart-id.com clave.gob.es singpass.gov.sg myinfo.gov.sg id.gov.ua idaustria.gv.at eid.gov.pl verimi.de netid.de shibboleth.net';

const HOSTS = new Map(`${PAYMENT_HOSTS} ${SIGN_IN_HOSTS}`.split(/\s+/).map((host) => [host, true]));

/** First labels of hosts that serve such pages for a single company: `login.example.com`, `acs2.bank.example`. */
const PASSED_LABEL =
  /^(?:log-?in|sign-?in|signon|sso|auth|oauth2?|openid|idp|adfs|sts|saml|acs\d*|3ds\d*|3d-?secure\d*|threeds\d*|securecode|checkout|pay|payments?|paiement|zahlung|ideal)$/;

/** The start of such a path on a host of another kind: `github.com/login/oauth`, `www.facebook.com/v19.0/dialog/oauth`, `shop.app/pay`. */
const PASSED_PATH = new RegExp(
  [
    '^/(?:log-?in|sign-?in|checkouts?)(?:/|$)',
    '^/(?:sso|pay)/?$',
    '^/(?:[^/]{1,40}/)?dialog/oauth(?:/|$)',
    // A page about OAuth is a source: `/wiki/OAuth`, `/tag/oauth`.
    '^/(?:[^/]{1,40}/){0,2}(?:oauth2?|openid|saml2?)/(?:v\\d[^/]{0,10}/)?(?:authorize|auth|consent|login|token|callback|sso|acs)(?:/|$)',
  ].join('|'),
  'i',
);

/**
 * Returns true for a page that visitors only pass on their way: a payment page or a sign-in page. It is never a source, because
 * the visitor was on the site before.
 *
 * @param path of the referrer, `/` when unknown
 */
export function isPassedPage(host: string, path: string): boolean {
  if (lookUpHost(HOSTS, host) || PASSED_PATH.test(path)) return true;
  const label = host.slice(0, host.indexOf('.'));
  // `pay.co.uk` is a site of its own, not a page of one.
  return PASSED_LABEL.test(label) && registrableDomain(host) !== host;
}
