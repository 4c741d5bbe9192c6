# Its sources come from a registry under another licence: `cyclescope build --with crypto`.
cyclescope_family(crypto
  PLACE 160
  ABOUT "ciphers and digests of wolfCrypt"
  HELP "The ciphers and digests of the document on wolfCrypt, over blocks of several sizes."
  SOURCES crypto.c
  ON_REQUEST)
