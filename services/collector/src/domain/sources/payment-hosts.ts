/**
 * Hosts of payment providers, bank confirmations and checkouts. A visitor who comes back from one of these was already
 * here: they are never a source. A host covers its subdomains.
 */
export const PAYMENT_HOSTS: ReadonlySet<string> = new Set(
  (
    'stripe.com stripe.network paypal.com paypalobjects.com paypal.me braintreegateway.com braintreepayments.com klarna.com klarnaservices.com adyen.com adyenpayments.com ' +
    'mollie.com paddle.com paddle.net lemonsqueezy.com gumroad.com fastspring.com onfastspring.com 2checkout.com verifone.cloud chargebee.com ' +
    'recurly.com squareup.com square.link squareupsandbox.com cash.app afterpay.com clearpay.co.uk affirm.com sezzle.com zip.co worldpay.com ' +
    'checkout.com sagepay.com opayo.co.uk opayo.eu authorize.net cybersource.com globalpay.com gocardless.com trustly.com sofort.com giropay.de ideal.nl ' +
    'multisafepay.com buckaroo.nl pay.nl payu.com payu.in secure.payu.com przelewy24.pl tpay.com dotpay.pl blik.com twint.ch postfinance.ch datatrans.com ' +
    'saferpay.com wirecard.com unzer.com heidelpay.com paysafe.com paysafecard.com skrill.com neteller.com alipay.com alipayplus.com ' +
    'unionpay.com unionpayintl.com razorpay.com rzp.io paytm.in ccavenue.com billdesk.com cashfree.com instamojo.com mercadopago.com mercadopago.com.ar mercadopago.com.br ' +
    'pagseguro.uol.com.br pagar.me ebanx.com dlocal.com paystack.com paystack.co flutterwave.com yookassa.ru yoomoney.ru robokassa.ru cloudpayments.ru iyzico.com iyzipay.com ' +
    'vipps.no mobilepay.dk nets.eu swish.nu bancontact.net payconiq.com hipay.com hipay-tpp.com lyra.com payzen.eu payplug.com oney.io alma.eu getalma.eu scalapay.com satispay.com ' +
    'redsys.es bizum.es multibanco.pt easypay.pt ifthenpay.com cardinalcommerce.com arcot.com 3dsecure.io secure5gw.ro netopia-payments.com mobilpay.ro ' +
    'checkout.shopify.com pay.google.com pay.amazon.com payments.amazon.com payments.amazon.co.uk payments.amazon.de apple-pay-gateway.apple.com shopifypay.com bitpay.com commerce.coinbase.com opennode.com'
  ).split(' '),
);
